import type { Language } from '#contract/primitives.ts'

/** E-mails. None names the person, nor says more than its subject: mailboxes are read over shoulders. */
export type MailKind =
  | 'confirm-email'
  | 'reset-password'
  | 'account-exists'
  /** To the address that the account had, which it may have again. */
  | 'email-changed'
  /** To one that nobody had confirmed: no link goes there. */
  | 'email-corrected'
  | 'password-changed'
  | 'provider-linked'

interface Wording {
  subject: string
  /**
   * @param link where the person goes on; of the application itself where the e-mail asks for nothing
   * @param provider whom it tells of, if any
   */
  text(link: string, provider: string): string
}

/** One that the operator gave no name. */
export const anotherProvider: Record<Language, string> = {
  es: 'otro servicio',
  en: 'another service',
  pt: 'outro serviço',
}

/** Of a link that is the only way in. */
const ignore: Record<Language, string> = {
  es: 'Si no fuiste tú, no hagas nada: nadie puede entrar sin este enlace.',
  en: 'If it was not you, do nothing: nobody can come in without this link.',
  pt: 'Se não foi você, não faça nada: ninguém pode entrar sem este link.',
}

export const mailTexts: Record<Language, Record<MailKind, Wording>> = {
  es: {
    'confirm-email': {
      subject: 'Confirma tu correo',
      text: link =>
        `Alguien abrió una cuenta con este correo, o lo puso en la suya.\n\nPara confirmar que este correo es tuyo, abre este enlace:\n\n${link}\n\nSi no fuiste tú, no abras el enlace. Con «¿Olvidaste tu contraseña?», al iniciar sesión, la cuenta queda solo para ti: se quita lo que esa persona puso para entrar.\n`,
    },
    'reset-password': {
      subject: 'Elige una contraseña nueva',
      text: link =>
        `Para elegir una contraseña nueva, abre este enlace dentro de una hora:\n\n${link}\n\n${ignore.es}\n`,
    },
    'account-exists': {
      subject: 'Ya tienes una cuenta',
      text: link =>
        `Alguien quiso crear una cuenta con este correo, y ya tienes una. Si fuiste tú, entra con ella:\n\n${link}\n\nSi no fuiste tú, no hagas nada: tu cuenta sigue igual.\n`,
    },
    'email-changed': {
      subject: 'Tu cuenta tiene otro correo',
      text: link =>
        `Tu cuenta ya no usa este correo: se cambió por otro. Si lo cambiaste tú, no hagas nada. Si no fuiste tú, recupérala con este enlace dentro de siete días:\n\n${link}\n\nNo lo reenvíes: quien lo tenga puede quedarse con tu cuenta.\n`,
    },
    'email-corrected': {
      subject: 'Una cuenta ya no usa este correo',
      text: link =>
        `Una cuenta ya no usa este correo, que nadie había confirmado o que se confirmó hace menos de siete días: se cambió por otro. Si la cuenta es tuya y no fuiste tú, vuelve a poner tu correo y cambia tu contraseña en un teléfono donde siga abierta:\n\n${link}\n`,
    },
    'password-changed': {
      subject: 'Tu contraseña cambió',
      text: link =>
        `Se cambió la contraseña de tu cuenta. Si no fuiste tú, pide una nueva cuanto antes:\n\n${link}\n`,
    },
    'provider-linked': {
      subject: 'Tu cuenta tiene otra forma de entrar',
      text: (link, provider) =>
        `Desde ahora también se entra en tu cuenta con ${provider}. Si no fuiste tú, elige cuanto antes una contraseña nueva, y quita ${provider} en tu perfil:\n\n${link}\n`,
    },
  },
  en: {
    'confirm-email': {
      subject: 'Confirm your e-mail',
      text: link =>
        `Somebody opened an account with this e-mail, or put it in theirs.\n\nTo confirm that this e-mail is yours, open this link:\n\n${link}\n\nIf it was not you, do not open the link. With “Forgot your password?”, where one signs in, the account becomes yours alone: what that person set up to come in is removed.\n`,
    },
    'reset-password': {
      subject: 'Choose a new password',
      text: link => `To choose a new password, open this link within an hour:\n\n${link}\n\n${ignore.en}\n`,
    },
    'account-exists': {
      subject: 'You have an account already',
      text: link =>
        `Somebody tried to create an account with this e-mail, and you have one already. If it was you, sign in with it:\n\n${link}\n\nIf it was not you, do nothing: your account is as it was.\n`,
    },
    'email-changed': {
      subject: 'Your account has another e-mail',
      text: link =>
        `Your account does not use this e-mail any more: it was changed. If you changed it, do nothing. If it was not you, take the account back by this link within seven days:\n\n${link}\n\nDo not forward it: whoever has it can take your account.\n`,
    },
    'email-corrected': {
      subject: 'An account does not use this e-mail any more',
      text: link =>
        `An account does not use this e-mail any more, which nobody had confirmed, or only less than seven days ago: it was changed. If the account is yours and it was not you, put your e-mail back and change your password on a phone where it is still open:\n\n${link}\n`,
    },
    'password-changed': {
      subject: 'Your password was changed',
      text: link =>
        `The password of your account was changed. If it was not you, ask for a new one soon:\n\n${link}\n`,
    },
    'provider-linked': {
      subject: 'Your account has another way in',
      text: (link, provider) =>
        `From now on your account can be entered with ${provider}, too. If it was not you, set a new password soon, and remove ${provider} in your profile:\n\n${link}\n`,
    },
  },
  pt: {
    'confirm-email': {
      subject: 'Confirme seu e-mail',
      text: link =>
        `Alguém abriu uma conta com este e-mail, ou o pôs na conta dela.\n\nPara confirmar que este e-mail é seu, abra este link:\n\n${link}\n\nSe não foi você, não abra o link. Com “Esqueceu a senha de acesso?”, ao iniciar a sessão, a conta fica só para você: o que essa pessoa pôs para entrar é removido.\n`,
    },
    'reset-password': {
      subject: 'Escolha uma nova senha de acesso',
      text: link =>
        `Para escolher uma nova senha de acesso, abra este link dentro de uma hora:\n\n${link}\n\n${ignore.pt}\n`,
    },
    'account-exists': {
      subject: 'Você já tem uma conta',
      text: link =>
        `Alguém quis criar uma conta com este e-mail, e você já tem uma. Se foi você, entre com ela:\n\n${link}\n\nSe não foi você, não faça nada: sua conta continua igual.\n`,
    },
    'email-changed': {
      subject: 'Sua conta tem outro e-mail',
      text: link =>
        `Sua conta já não usa este e-mail: ele foi trocado. Se foi você quem trocou, não faça nada. Se não foi você, recupere a conta por este link dentro de sete dias:\n\n${link}\n\nNão o encaminhe: quem o tiver pode ficar com a sua conta.\n`,
    },
    'email-corrected': {
      subject: 'Uma conta já não usa este e-mail',
      text: link =>
        `Uma conta já não usa este e-mail, que ninguém tinha confirmado ou que foi confirmado há menos de sete dias: ele foi trocado. Se a conta é sua e não foi você, ponha de novo o seu e-mail e troque a senha de acesso em um telefone onde ela continue aberta:\n\n${link}\n`,
    },
    'password-changed': {
      subject: 'Sua senha de acesso mudou',
      text: link =>
        `A senha de acesso da sua conta foi trocada. Se não foi você, peça uma nova logo:\n\n${link}\n`,
    },
    'provider-linked': {
      subject: 'Sua conta tem outra forma de entrar',
      text: (link, provider) =>
        `A partir de agora também se entra na sua conta com ${provider}. Se não foi você, escolha logo uma nova senha de acesso, e remova ${provider} no seu perfil:\n\n${link}\n`,
    },
  },
}
