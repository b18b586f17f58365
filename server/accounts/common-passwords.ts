/**
 * Passwords that guessers try first are words that many people think of, with digits behind or before them,
 * in capitals, with 0 for o; rows of the keyboard; and numbers that count, repeat, or are a day. So what is
 * kept are the words, and what people do to them is undone: a few hundred words stand for many thousands of
 * passwords.
 */
const WORDS = new Set(
  `
  password passwd pass clave contrasena contrasenia contrasenha senha secreto secret acceso access entrar entrada
  abrete sesamo abretesesamo admin administrador administrator root usuario user login guest invitado master
  maestro test prueba demo ejemplo example cambiame changeme nueva nuevo default sistema system internet
  computador computadora computer notebook windows google gmail hotmail yahoo facebook whatsapp instagram twitter
  youtube netflix spotify samsung iphone android apple nokia motorola microsoft amazon tiktok telegram
  hola holahola hello hellohello bienvenido bienvenida welcome adios chao ciao gracias thanks porfavor
  amor amores miamor teamo tequiero tekiero tequieromucho teamomucho iloveyou loveyou love lovely mivida micielo
  corazon cariño carino bebe mibebe baby princesa princess principe prince reina queen rey king angel angelito
  angelita diosesamor dios jesus jesucristo cristo mariaymaria virgen bendicion familia mifamilia family mama
  mami mamita papa papi papito hermano hermana hijo hija abuela abuelo amigo amiga amigos friends friend
  vida felicidad feliz happy alegria esperanza libertad freedom paz peace suerte lucky estrella star stars
  estrellita luna lunita moon sol sunshine sunny cielo sky lluvia rain nieve flor flores flower flowers rosa
  rosas rose margarita girasol mariposa butterfly primavera verano summer otono invierno winter spring autumn
  enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre janeiro fevereiro
  marco maio junho julho setembro outubro novembro dezembro january february march april june july august
  september october november december lunes martes miercoles jueves viernes sabado domingo monday friday sunday
  perro perrito gato gatito gatita conejo caballo tigre leon lion tiger monkey mono dragon pantera lobo wolf
  aguila eagle delfin dolphin panda osito teddy tortuga pajaro elefante dog cat kitty puppy cachorro pokemon
  pikachu batman superman spiderman ironman naruto goku dragonball mickey minnie snoopy barbie hellokitty bambi
  starwars skywalker matrix harrypotter hogwarts gandalf merlin shadow phoenix ninja samurai killer hunter ranger
  colocolo universidaddechile ulaulula lau udechile catolica universidadcatolica laroja albo albos chile vivachile
  chilechile viva santiago valparaiso concepcion antofagasta iquique temuco rancagua talca serena laserena vina
  vinadelmar puertomontt arica calama argentina boca bocajuniors river riverplate peru lima bolivia colombia
  bogota mexico brasil brazil flamengo corinthians palmeiras santos saopaulo vasco gremio cruzeiro portugal
  lisboa benfica porto sporting espana madrid realmadrid barcelona barca messi ronaldo neymar maradona zamorano
  alexis pele futbol football futebol soccer baseball basketball tenis hockey campeon champion gol
  maria jose juan carlos luis pedro pablo diego francisco javier sebastian nicolas matias cristian felipe
  alejandro andres daniel david miguel manuel antonio jorge ricardo roberto eduardo fernando gabriel gonzalo
  rodrigo rafael martin vicente benjamin tomas lucas joaquin agustin ignacio maximiliano camila catalina carolina
  claudia daniela valentina fernanda francisca javiera constanza antonia isidora sofia martina florencia
  alejandra andrea patricia veronica marcela paola paula natalia monica gloria rosario carmen isabel ana anita
  juana laura lucia elena valeria gabriela victoria michael jennifer jessica ashley charlie thomas robert jordan
  michelle nicole anthony joshua matthew george andrew hannah amanda joao paulo antonio bruno thiago mariana
  beatriz leticia larissa
  banco bancoestado santander scotiabank falabella paris ripley correos notaria servipag numero numerito turno
  turnos fila filas reserva reservas oficina trabajo empresa negocio dinero plata money dolar
  chocolate helado pizza sushi cafe coffee cerveza beer vino pisco piscola empanada completo cazuela manzana
  naranja orange banana frutilla sandia cookie pepper ginger cheese sugar azucar miel
  rojo azul verde amarillo negro blanco morado rosado naranjo red blue green yellow black white purple silver
  golden dorado plateado
  mustang ferrari porsche mercedes toyota nissan chevrolet ford yamaha harley honda suzuki corolla
  musica music guitar guitarra piano rock rockandroll metallica nirvana beatles slipknot queen michaeljackson
  shakira eminem reggaeton daddy yankee
  qwerty qwertyuiop qwertz azerty asdf asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc qweasd qweasdzxc
  qwaszx zaqwsx poiuyt lkjhg mnbvcxz abc abcd abcde abcdef abcdefg abcdefgh abcdefghi abcdefghij trustno letmein
  whatever nothing nada algo something cosa mierda weon huevon weona conchetumare chucha puta maldito fuck fuckyou
  cualquiera siempre always forever parasiempre nunca never todo everything superior temporal temporary secure
  seguro segura seguridad security privado private personal correo email telefono celular phone casa micasa home
  escuela colegio school universidad estudiante student profesor teacher doctor
  `
    .trim()
    .split(/\s+/)
    .map(plainWordOf),
)

/** As letters are written by who must put a digit in: undone, so that a word is a word. */
const WRITTEN: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

function plainWordOf(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** The word in it: without accents, capitals, and digits and signs around it. */
export function plainWord(text: string): string {
  const letters = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const bare = letters.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return bare.replace(/[^\p{L}]/gu, letter => WRITTEN[letter] ?? '')
}

/** The same where digits at its ends stand for letters, too: 4mor, p4ssw0rd. */
function writtenWord(text: string): string {
  const letters = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const bare = letters.replace(/[\d\W_]*$/u, digits => digits.replace(/(\d{2,}|[^\w])+$/u, ''))
  return bare.replace(/[^\p{L}]/gu, letter => WRITTEN[letter] ?? '')
}

/** One word, the same twice or more often, or two after each other. */
function isOfWords(word: string): boolean {
  if (word === '') return false
  if (WORDS.has(word)) return true
  for (let at = 3; at <= word.length - 3; at++) {
    if (WORDS.has(word.slice(0, at)) && WORDS.has(word.slice(at))) return true
  }
  return false
}

/** Rows of keys and letters, each also from behind. */
const ROWS = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjklñ',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'qazwsxedcrfvtgbyhnujmikolp',
].flatMap(row => [row, Array.from(row).reverse().join('')])

/** A part of a row, or of several after each other of at least three keys: 1234qwer. */
function isOfRows(text: string): boolean {
  let rest = text
  while (rest.length > 0) {
    let length = rest.length
    while (length > 0 && !ROWS.some(row => row.includes(rest.slice(0, length)))) length--
    if (length < 3) return false
    rest = rest.slice(length)
  }
  return true
}

/** So short a part, again and again: aaaaaaaa, 12121212, abcabcabc. */
const isRepeated = (text: string): boolean => /^(.{1,4})\1+$/su.test(text)

/** Day, month and year in any of their orders. */
const DATE = /^(0?[1-9]|[12]\d|3[01])[-./ ]?(0?[1-9]|1[0-2])[-./ ]?(1[89]|20)\d\d$/
const DATE_FROM_YEAR = /^(1[89]|20)\d\d[-./ ]?(0?[1-9]|1[0-2])[-./ ]?(0?[1-9]|[12]\d|3[01])$/

/** Whether it is among the first that anybody would try. */
export function isCommonPassword(password: string): boolean {
  const small = password.toLowerCase()
  const years = small.replace(/(1[89]|20)\d\d$/, '')
  return (
    isRepeated(small) ||
    isOfRows(small) ||
    isOfRows(small.replace(/[^\p{L}\p{N}]+$/u, '')) ||
    DATE.test(small) ||
    DATE_FROM_YEAR.test(small) ||
    [small, years].some(each => isOfWords(plainWord(each)) || isOfWords(writtenWord(each)))
  )
}
