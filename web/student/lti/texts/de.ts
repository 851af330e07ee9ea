import type { LtiTexts } from './en.ts';

export const texts: LtiTexts = {
  refusedTitle: 'Dieser Link konnte nicht geöffnet werden',
  expired: 'Dieser Aufruf ist abgelaufen. Bitte den Link im Kurs noch einmal öffnen.',
  refusals: {
    platform_unknown:
      'Diese Lernplattform ist bei Lectern nicht registriert. Die Administration von Lectern kann sie registrieren; bitte dort Bescheid geben.',
    platform_refused:
      'Die Lernplattform hat den Aufruf abgelehnt. Bitte den Link im Kurs noch einmal öffnen; wenn das nicht hilft, der Administration Bescheid geben.',
    platform_unreachable:
      'Lectern konnte die Schlüssel der Lernplattform nicht abrufen. Bitte gleich noch einmal versuchen; wenn das nicht hilft, der Administration Bescheid geben.',
    launch_expired: 'Dieser Aufruf ist abgelaufen. Bitte den Link im Kurs noch einmal öffnen.',
    other_browser:
      'Dieser Aufruf wurde in einem anderen Fenster oder Browser begonnen, oder seine Cookies wurden gelöscht. Bitte den Link im Kurs noch einmal öffnen.',
    message_invalid:
      'Die Nachricht der Lernplattform ist ungültig. Nichts wurde geändert; bitte der Administration Bescheid geben.',
    message_used: 'Dieser Aufruf wurde schon verwendet. Bitte den Link im Kurs noch einmal öffnen.',
    deployment_unknown:
      'Dieses Deployment der Lernplattform ist nicht registriert. Die Administration von Lectern kann seine Deployment-ID hinzufügen; bitte dort Bescheid geben.',
    message_unsupported: 'Lectern unterstützt diese Art von Link nicht.',
    role_unknown: 'Die Lernplattform nennt für diesen Kurs weder eine Lehrrolle noch eine Lernrolle.',
    quiz_missing:
      'Dieser Link führt zu keinem Quiz, oder das Quiz wird nicht mehr geteilt. Bitte der Lehrkraft Bescheid geben; sie kann es neu in den Kurs stellen.',
    quiz_not_linked:
      'Wem dieses Quiz gehört, hat es nicht auf diese Lernplattform gestellt. Bitte der Lehrkraft Bescheid geben; sie kann es neu in den Kurs stellen.',
    return_address:
      'Die Lernplattform verlangt die Antwort an eine Adresse, die nicht zu ihren registrierten Websites gehört. Bitte der Administration Bescheid geben.',
  },
  blockedTitle: 'Lectern in einem neuen Fenster öffnen',
  blocked: 'Der Browser lässt Lectern innerhalb dieser Seite nicht arbeiten.',
  blockedAgain:
    'Der Browser nimmt keine Cookies von Lectern an. Bitte Cookies erlauben und den Link dann noch einmal öffnen.',
  openWindow: 'In einem neuen Fenster öffnen',
  welcome: (name, platform) =>
    name === '' ? `Sie kommen von ${platform}.` : `Sie kommen von ${platform} als ${name}.`,
  linkTitle: 'Lectern-Konto verknüpfen',
  link: 'Um Ihre Quizze hier zu sehen, melden Sie sich einmal bei Lectern an. Ihr Lectern-Konto bleibt mit Ihrem Konto auf dieser Plattform verknüpft.',
  linkButton: 'Bei Lectern anmelden',
  waiting: 'Diese Seite geht von selbst weiter, sobald Ihr Konto verknüpft ist.',
  openTitle: 'Lectern',
  open: (email) => `Diese Plattform ist mit dem Lectern-Konto ${email} verknüpft.`,
  ofOther: 'Dieses Quiz gehört zu einem anderen Lectern-Konto.',
  openButton: (name) => (name === null ? 'Lectern öffnen' : `„${name}“ öffnen`),
  chooseTitle: 'Quiz auswählen',
  choose: 'Studierende bearbeiten es hier, ohne Konto. Die Punkte gehen ins Notenbuch.',
  noQuizzes:
    'Sie haben noch keine gespeicherten Quizze. Speichern Sie eines in Lectern und kommen Sie dann zurück.',
  questions: (count) => (count === 1 ? '1 Frage' : `${count} Fragen`),
  shared: 'geteilt',
  add: 'Zum Kurs hinzufügen',
  addOf: (name) => `„${name}“ zum Kurs hinzufügen`,
  adding: 'Zurück zu Ihrem Kurs …',
};
