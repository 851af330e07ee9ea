import type { LtiTexts } from './en.ts';

export const texts: LtiTexts = {
  refusedTitle: 'Este enlace no se pudo abrir',
  expired: 'Este acceso ha caducado. Vuelve a abrir el enlace en tu curso.',
  refusals: {
    platform_unknown:
      'Esta plataforma de aprendizaje no está registrada en Lectern. Pide a quien administra tu Lectern que la registre.',
    platform_refused:
      'Tu plataforma de aprendizaje rechazó el acceso. Vuelve a abrir el enlace en tu curso; si no ayuda, avisa a quien la administra.',
    platform_unreachable:
      'Lectern no pudo obtener las claves de tu plataforma de aprendizaje. Vuelve a intentarlo en un momento; si no ayuda, avisa a quien la administra.',
    launch_expired: 'Este acceso ha caducado. Vuelve a abrir el enlace en tu curso.',
    other_browser:
      'Este acceso se inició en otra ventana o navegador, o se borraron sus cookies. Vuelve a abrir el enlace en tu curso.',
    message_invalid:
      'El mensaje de tu plataforma de aprendizaje no es válido. No se cambió nada; avisa a quien la administra.',
    message_used: 'Este acceso ya se usó. Vuelve a abrir el enlace en tu curso.',
    deployment_unknown:
      'Esta implementación de la plataforma no está registrada. Pide a quien administra tu Lectern que añada su ID de implementación.',
    message_unsupported: 'Lectern no admite este tipo de enlace.',
    role_unknown: 'Tu plataforma de aprendizaje no dice que enseñes ni que aprendas en este curso.',
    quiz_missing:
      'Este enlace no lleva a ningún cuestionario, o ya no se comparte. Avisa a tu docente, que puede volver a colocarlo.',
    quiz_not_linked:
      'Quien posee este cuestionario no lo ha colocado en esta plataforma. Avisa a tu docente, que puede volver a colocarlo.',
    return_address:
      'La plataforma pide la respuesta en una dirección que no está entre sus sitios registrados. Avisa a quien la administra.',
  },
  blockedTitle: 'Abre Lectern en una ventana nueva',
  blocked: 'Tu navegador no deja que Lectern funcione dentro de esta página.',
  blockedAgain: 'Tu navegador no acepta cookies de Lectern. Permítelas y vuelve a abrir el enlace.',
  openWindow: 'Abrir en una ventana nueva',
  welcome: (name, platform) =>
    name === '' ? `Vienes de ${platform}.` : `Vienes de ${platform} como ${name}.`,
  linkTitle: 'Vincula tu cuenta de Lectern',
  link: 'Para ver aquí tus cuestionarios, inicia sesión en Lectern una vez. Queda vinculada a tu cuenta en esta plataforma.',
  linkButton: 'Iniciar sesión en Lectern',
  waiting: 'Esta página sigue sola en cuanto tu cuenta esté vinculada.',
  openTitle: 'Lectern',
  open: (email) => `Esta plataforma está vinculada a la cuenta de Lectern ${email}.`,
  ofOther: 'Este cuestionario pertenece a otra cuenta de Lectern.',
  openButton: (name) => (name === null ? 'Abrir Lectern' : `Abrir «${name}»`),
  chooseTitle: 'Elige un cuestionario',
  choose: 'Los estudiantes lo hacen aquí, sin cuenta. Sus puntos van al libro de calificaciones.',
  noQuizzes: 'Todavía no tienes cuestionarios guardados. Guarda uno en Lectern y vuelve.',
  questions: (count) => (count === 1 ? '1 pregunta' : `${count} preguntas`),
  shared: 'compartido',
  add: 'Añadir al curso',
  addOf: (name) => `Añadir «${name}» al curso`,
  adding: 'Volviendo a tu curso …',
};
