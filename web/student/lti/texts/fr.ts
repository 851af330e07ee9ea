import type { LtiTexts } from './en.ts';

export const texts: LtiTexts = {
  refusedTitle: 'Ce lien n’a pas pu être ouvert',
  expired: 'Ce lancement a expiré. Merci de rouvrir le lien dans le cours.',
  refusals: {
    platform_unknown:
      'Cette plateforme d’apprentissage n’est pas enregistrée dans Lectern. Merci de demander à l’administrateur de Lectern de l’enregistrer.',
    platform_refused:
      'La plateforme d’apprentissage a refusé le lancement. Merci de rouvrir le lien dans le cours ; si cela ne suffit pas, de prévenir l’administrateur.',
    platform_unreachable:
      'Lectern n’a pas pu récupérer les clés de la plateforme d’apprentissage. Merci de réessayer dans un instant ; si cela ne suffit pas, de prévenir l’administrateur.',
    launch_expired: 'Ce lancement a expiré. Merci de rouvrir le lien dans le cours.',
    other_browser:
      'Ce lancement a commencé dans une autre fenêtre ou un autre navigateur, ou ses cookies ont été effacés. Merci de rouvrir le lien dans le cours.',
    message_invalid:
      'Le message de la plateforme d’apprentissage n’est pas valide. Rien n’a changé ; merci de prévenir l’administrateur.',
    message_used: 'Ce lancement a déjà été utilisé. Merci de rouvrir le lien dans le cours.',
    deployment_unknown:
      'Ce déploiement de la plateforme d’apprentissage n’est pas enregistré. Merci de demander à l’administrateur de Lectern d’ajouter son ID de déploiement.',
    message_unsupported: 'Lectern ne prend pas en charge ce type de lien.',
    role_unknown:
      'La plateforme d’apprentissage n’indique ni un rôle d’enseignant ni un rôle d’étudiant dans ce cours.',
    quiz_missing:
      'Ce lien ne mène à aucun quiz, ou le quiz n’est plus partagé. Merci de prévenir l’enseignant, qui peut le placer de nouveau.',
    quiz_not_linked:
      'Le propriétaire de ce quiz ne l’a pas placé sur cette plateforme d’apprentissage. Merci de prévenir l’enseignant, qui peut le placer de nouveau.',
    return_address:
      'La plateforme d’apprentissage demande une réponse à une adresse qui ne fait pas partie de ses sites enregistrés. Merci de prévenir l’administrateur.',
  },
  blockedTitle: 'Ouvrir Lectern dans une nouvelle fenêtre',
  blocked: 'Le navigateur empêche Lectern de fonctionner dans cette page.',
  blockedAgain:
    'Le navigateur n’accepte pas les cookies de Lectern. Merci de les autoriser, puis de rouvrir le lien.',
  openWindow: 'Ouvrir dans une nouvelle fenêtre',
  welcome: (name, platform) =>
    name === '' ? `Vous arrivez depuis ${platform}.` : `Vous arrivez depuis ${platform} en tant que ${name}.`,
  linkTitle: 'Associer votre compte Lectern',
  link: 'Pour voir vos quiz ici, connectez-vous une fois à Lectern. Votre compte Lectern reste associé à votre compte sur cette plateforme.',
  linkButton: 'Se connecter à Lectern',
  waiting: 'Cette page continue d’elle-même dès que votre compte est associé.',
  openTitle: 'Lectern',
  open: (email) => `Cette plateforme est associée au compte Lectern ${email}.`,
  ofOther: 'Ce quiz appartient à un autre compte Lectern.',
  openButton: (name) => (name === null ? 'Ouvrir Lectern' : `Ouvrir «\u00a0${name}\u00a0»`),
  chooseTitle: 'Choisir un quiz',
  choose: 'Les étudiants y répondent ici, sans compte. Leurs points arrivent dans le carnet de notes.',
  noQuizzes: 'Vous n’avez pas encore de quiz enregistré. Enregistrez-en un dans Lectern, puis revenez.',
  questions: (count) => (count < 2 ? `${count} question` : `${count} questions`),
  shared: 'partagé',
  add: 'Ajouter au cours',
  addOf: (name) => `Ajouter «\u00a0${name}\u00a0» au cours`,
  adding: 'Retour à votre cours…',
};
