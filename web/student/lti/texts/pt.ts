import type { LtiTexts } from './en.ts';

export const texts: LtiTexts = {
  refusedTitle: 'Não foi possível abrir este link',
  expired: 'Este acesso expirou. Abra o link no seu curso de novo.',
  refusals: {
    platform_unknown:
      'Esta plataforma de ensino não está registrada no Lectern. Peça ao administrador do seu Lectern que a registre.',
    platform_refused:
      'Sua plataforma de ensino recusou o acesso. Abra o link no seu curso de novo; se não adiantar, avise o administrador.',
    platform_unreachable:
      'O Lectern não conseguiu obter as chaves da sua plataforma de ensino. Tente de novo daqui a pouco; se não adiantar, avise o administrador.',
    launch_expired: 'Este acesso expirou. Abra o link no seu curso de novo.',
    other_browser:
      'Este acesso começou em outra janela ou em outro navegador, ou os cookies dele foram apagados. Abra o link no seu curso de novo.',
    message_invalid:
      'A mensagem da sua plataforma de ensino não é válida. Nada foi alterado; avise o administrador.',
    message_used: 'Este acesso já foi usado. Abra o link no seu curso de novo.',
    deployment_unknown:
      'Esta implantação da plataforma de ensino não está registrada. Peça ao administrador do seu Lectern que adicione o ID de implantação dela.',
    message_unsupported: 'O Lectern não aceita este tipo de link.',
    role_unknown: 'Sua plataforma de ensino não informa que você ensina nem que você estuda neste curso.',
    quiz_missing:
      'Este link não leva a nenhum quiz, ou o quiz não está mais compartilhado. Avise seu professor, que pode colocá-lo de novo.',
    quiz_not_linked:
      'O proprietário deste quiz não o colocou nesta plataforma de ensino. Avise seu professor, que pode colocá-lo de novo.',
    return_address:
      'A plataforma de ensino pede uma resposta para um endereço que não está entre os sites registrados dela. Avise o administrador.',
  },
  blockedTitle: 'Abra o Lectern em uma nova janela',
  blocked: 'Seu navegador não deixa o Lectern funcionar dentro desta página.',
  blockedAgain: 'Seu navegador não aceita cookies do Lectern. Permita-os e abra o link de novo.',
  openWindow: 'Abrir em uma nova janela',
  welcome: (name, platform) =>
    name === '' ? `Você vem de ${platform}.` : `Você vem de ${platform} como ${name}.`,
  linkTitle: 'Vincular sua conta do Lectern',
  link: 'Para ver seus quizzes aqui, entre no Lectern uma vez. Sua conta do Lectern fica vinculada à sua conta nesta plataforma.',
  linkButton: 'Entrar no Lectern',
  waiting: 'Esta página continua sozinha assim que sua conta estiver vinculada.',
  openTitle: 'Lectern',
  open: (email) => `Esta plataforma está vinculada à conta ${email} do Lectern.`,
  ofOther: 'Este quiz pertence a outra conta do Lectern.',
  openButton: (name) => (name === null ? 'Abrir o Lectern' : `Abrir “${name}”`),
  chooseTitle: 'Escolha um quiz',
  choose: 'Os estudantes o respondem aqui, sem conta. Os pontos deles vão para o livro de notas.',
  noQuizzes: 'Você ainda não tem quizzes salvos. Salve um no Lectern e depois volte.',
  questions: (count) => (count === 1 ? '1 questão' : `${count} questões`),
  shared: 'compartilhado',
  add: 'Adicionar ao curso',
  addOf: (name) => `Adicionar “${name}” ao curso`,
  adding: 'Voltando ao seu curso…',
};
