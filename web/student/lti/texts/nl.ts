import type { LtiTexts } from './en.ts';

export const texts: LtiTexts = {
  refusedTitle: 'Deze link kon niet worden geopend',
  expired: 'Deze start is verlopen. Open de link in je cursus opnieuw.',
  refusals: {
    platform_unknown:
      'Dit leerplatform is niet bij Lectern geregistreerd. Vraag de beheerder van je Lectern om het te registreren.',
    platform_refused:
      'Je leerplatform heeft de start geweigerd. Open de link in je cursus opnieuw; als dat niet helpt, meld het dan aan je beheerder.',
    platform_unreachable:
      'Lectern kon de sleutels van je leerplatform niet ophalen. Probeer het zo meteen opnieuw; als dat niet helpt, meld het dan aan je beheerder.',
    launch_expired: 'Deze start is verlopen. Open de link in je cursus opnieuw.',
    other_browser:
      'Deze start is in een ander venster of een andere browser begonnen, of de cookies ervan zijn verwijderd. Open de link in je cursus opnieuw.',
    message_invalid:
      'Het bericht van je leerplatform is ongeldig. Er is niets gewijzigd; meld het aan je beheerder.',
    message_used: 'Deze start is al gebruikt. Open de link in je cursus opnieuw.',
    deployment_unknown:
      'Deze deployment van het leerplatform is niet geregistreerd. Vraag de beheerder van je Lectern om de deployment-ID toe te voegen.',
    message_unsupported: 'Lectern ondersteunt dit soort link niet.',
    role_unknown: 'Je leerplatform geeft niet aan dat je in deze cursus lesgeeft of les krijgt.',
    quiz_missing:
      'Deze link leidt niet naar een quiz, of de quiz wordt niet meer gedeeld. Meld het aan je docent, die de quiz opnieuw kan plaatsen.',
    quiz_not_linked:
      'De eigenaar van deze quiz heeft de quiz niet op dit leerplatform geplaatst. Meld het aan je docent, die de quiz opnieuw kan plaatsen.',
    return_address:
      'Het leerplatform vraagt om een antwoord naar een adres dat niet bij zijn geregistreerde sites hoort. Meld het aan je beheerder.',
  },
  blockedTitle: 'Open Lectern in een nieuw venster',
  blocked: 'Je browser laat Lectern niet werken binnen deze pagina.',
  blockedAgain: 'Je browser accepteert geen cookies van Lectern. Sta ze toe en open de link opnieuw.',
  openWindow: 'Openen in een nieuw venster',
  welcome: (name, platform) =>
    name === '' ? `Je komt van ${platform}.` : `Je komt van ${platform} als ${name}.`,
  linkTitle: 'Je Lectern-account koppelen',
  link: 'Log één keer in bij Lectern om je quizzen hier te zien. Je Lectern-account blijft gekoppeld aan je account op dit platform.',
  linkButton: 'Inloggen bij Lectern',
  waiting: 'Deze pagina gaat vanzelf verder zodra je account is gekoppeld.',
  openTitle: 'Lectern',
  open: (email) => `Dit platform is gekoppeld aan het Lectern-account ${email}.`,
  ofOther: 'Deze quiz hoort bij een ander Lectern-account.',
  openButton: (name) => (name === null ? 'Lectern openen' : `‘${name}’ openen`),
  chooseTitle: 'Quiz kiezen',
  choose: 'Studenten maken de quiz hier, zonder account. Hun punten gaan naar de cijferlijst.',
  noQuizzes: 'Je hebt nog geen opgeslagen quizzen. Sla er een op in Lectern en kom dan terug.',
  questions: (count) => (count === 1 ? '1 vraag' : `${count} vragen`),
  shared: 'gedeeld',
  add: 'Toevoegen aan cursus',
  addOf: (name) => `‘${name}’ toevoegen aan de cursus`,
  adding: 'Terug naar je cursus…',
};
