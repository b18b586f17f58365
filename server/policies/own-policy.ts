import type { Policy } from '#contract/rest/policies.ts'

/**
 * The installation's own policy: what Numerito does with a person's data, for offices that bring no text.
 * Whoever changes a word of it gives it a new version, or people would have accepted what they never read.
 */
export const ownPolicy: Policy = {
  version: 'numerito-2026-12',
  texts: {
    es: `Para darte un número o una hora te pedimos tu nombre, tu documento (RUT o DNI), tu teléfono y tu correo, y lo que la oficina pregunte en su formulario.

Los usamos solo para atenderte: para reconocerte en la oficina, llamarte, avisarte y evitar que alguien ocupe dos lugares. Los ve la oficina que te atiende. No los vendemos ni los usamos para publicidad.

Tu nombre, documento, teléfono y correo se guardan cifrados. Sin una cuenta los olvidamos 30 días después de tu último turno; con una cuenta los guardamos mientras la tengas. Después queda solo la cuenta de cuántas personas se atendieron y cuánto esperaron, sin nombres.

En este navegador guardamos tus números y recibos, sin tu documento. Al salir, en Perfil, se borran de aquí y dejamos de avisarte.

Puedes corregir tus datos en Perfil. Lo que aceptaste queda ahí mismo, con su versión y su fecha.`,
    en: `To give you a number or a time we ask for your name, your document (RUT or DNI), your phone and your e-mail, and for whatever the office asks in its form.

We use them only to attend to you: to recognise you at the office, to call you, to notify you, and to keep anybody from holding two places. The office that attends to you sees them. We do not sell them or use them for advertising.

Your name, document, phone and e-mail are kept encrypted. Without an account we forget them 30 days after your last turn; with an account we keep them for as long as you have it. After that only the count of how many people were attended to and how long they waited remains, without names.

In this browser we keep your numbers and receipts, without your document. When you sign out, under Profile, they are erased here and we stop notifying you.

You can correct your data under Profile. What you accepted stays there too, with its version and date.`,
    pt: `Para dar a você uma senha ou um horário pedimos seu nome, seu documento (RUT ou DNI), seu telefone e seu e-mail, e o que a agência perguntar no formulário dela.

Usamos esses dados só para atender você: para reconhecer você na agência, chamar, avisar e evitar que alguém ocupe dois lugares. Quem os vê é a agência que atende você. Não os vendemos nem os usamos para publicidade.

Seu nome, documento, telefone e e-mail ficam guardados com criptografia. Sem uma conta nós os esquecemos 30 dias depois do seu último atendimento; com uma conta os guardamos enquanto você a tiver. Depois fica só a conta de quantas pessoas foram atendidas e quanto esperaram, sem nomes.

Neste navegador guardamos suas senhas e comprovantes, sem o seu documento. Ao sair, em Perfil, eles são apagados daqui e deixamos de avisar você.

Você pode corrigir seus dados em Perfil. O que você aceitou também fica ali, com a versão e a data.`,
  },
}
