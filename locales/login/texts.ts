import type { Language } from '#contract/primitives.ts'

/** What the server itself says to whoever signs up or signs in: the application shows it as it comes (§5). */
export type LoginText =
  | 'user-and-password-required'
  | 'wrong-credentials'
  | 'account-exists'
  | 'address-of-another'
  | 'email-invalid'
  | 'password-too-short'
  | 'password-too-long'
  | 'password-too-common'
  | 'password-required'
  | 'link-invalid'
  | 'holds-the-same'
  | 'proof-required'

export const loginTexts: Record<Language, Record<LoginText, string>> = {
  es: {
    'user-and-password-required': 'Escribe tu usuario y tu contraseña',
    'wrong-credentials': 'El usuario o la contraseña no coinciden',
    'account-exists': 'Ya hay una cuenta con este correo. Inicia sesión con ella.',
    'address-of-another':
      'Con este correo se creó otra cuenta mientras tanto. Entra en ella con «¿Olvidaste tu contraseña?», ponle otro correo y abre este enlace de nuevo.',
    'email-invalid': 'Debe ingresar un correo válido, con letras sin acentos',
    'password-too-short': 'La contraseña necesita al menos 8 caracteres',
    'password-too-long': 'La contraseña puede tener 128 caracteres como máximo',
    'password-too-common': 'Esta contraseña es demasiado conocida. Elige otra.',
    'password-required': 'Para esto hace falta tu contraseña actual',
    'link-invalid': 'Este enlace no sirve o ya venció. Pide otro.',
    'holds-the-same':
      'En tu cuenta ya tienes un número o una hora igual. Renuncia a uno de los dos y vuelve a intentarlo.',
    'proof-required': 'Desde aquí se crearon muchas cuentas. Comprueba que eres una persona y sigue.',
  },
  en: {
    'user-and-password-required': 'Enter your user and your password',
    'wrong-credentials': 'User or password do not match',
    'account-exists': 'There is an account with this e-mail already. Sign in with it.',
    'address-of-another':
      'Another account was made with this e-mail in the meantime. Enter it by “Forgot your password?”, give it another e-mail, and open this link again.',
    'email-invalid': 'Enter a valid e-mail, in letters without accents',
    'password-too-short': 'The password needs at least 8 characters',
    'password-too-long': 'The password may have 128 characters at most',
    'password-too-common': 'This password is too well known. Choose another one.',
    'password-required': 'Your current password is needed for this',
    'link-invalid': 'This link does not work or has expired. Ask for another one.',
    'holds-the-same': 'Your account has the same number or time already. Give one of them up and try again.',
    'proof-required': 'Many accounts were made from here. Show that you are a person and go on.',
  },
  pt: {
    'user-and-password-required': 'Escreva seu usuário e sua senha de acesso',
    'wrong-credentials': 'O usuário ou a senha de acesso não conferem',
    'account-exists': 'Já existe uma conta com este e-mail. Entre com ela.',
    'address-of-another':
      'Enquanto isso outra conta foi criada com este e-mail. Entre nela com “Esqueceu a senha de acesso?”, coloque outro e-mail nela e abra este link de novo.',
    'email-invalid': 'Digite um e-mail válido, com letras sem acentos',
    'password-too-short': 'A senha de acesso precisa de pelo menos 8 caracteres',
    'password-too-long': 'A senha de acesso pode ter no máximo 128 caracteres',
    'password-too-common': 'Esta senha de acesso é conhecida demais. Escolha outra.',
    'password-required': 'Para isto é preciso a sua senha de acesso atual',
    'link-invalid': 'Este link não serve ou já venceu. Peça outro.',
    'holds-the-same':
      'Sua conta já tem uma senha ou um horário igual. Desista de um dos dois e tente de novo.',
    'proof-required': 'Muitas contas foram criadas daqui. Mostre que você é uma pessoa e continue.',
  },
}
