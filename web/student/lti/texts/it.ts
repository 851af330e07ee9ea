import type { LtiTexts } from './en.ts';

export const texts: LtiTexts = {
  refusedTitle: 'Non è stato possibile aprire questo link',
  expired: 'Questo avvio è scaduto. Apri di nuovo il link nel tuo corso.',
  refusals: {
    platform_unknown:
      'Questa piattaforma didattica non è registrata in Lectern. Chiedi all’amministratore del tuo Lectern di registrarla.',
    platform_refused:
      'La tua piattaforma didattica ha rifiutato l’avvio. Apri di nuovo il link nel tuo corso; se non basta, avvisa l’amministratore.',
    platform_unreachable:
      'Lectern non è riuscito a ottenere le chiavi della tua piattaforma didattica. Riprova tra un momento; se non basta, avvisa l’amministratore.',
    launch_expired: 'Questo avvio è scaduto. Apri di nuovo il link nel tuo corso.',
    other_browser:
      'Questo avvio è iniziato in un’altra finestra o in un altro browser, oppure i suoi cookie sono stati cancellati. Apri di nuovo il link nel tuo corso.',
    message_invalid:
      'Il messaggio della tua piattaforma didattica non è valido. Non è cambiato nulla; avvisa l’amministratore.',
    message_used: 'Questo avvio è già stato usato. Apri di nuovo il link nel tuo corso.',
    deployment_unknown:
      'Questa distribuzione della piattaforma didattica non è registrata. Chiedi all’amministratore del tuo Lectern di aggiungere il suo ID di distribuzione.',
    message_unsupported: 'Lectern non supporta questo tipo di link.',
    role_unknown:
      'La tua piattaforma didattica non indica per te, in questo corso, né il ruolo di docente né quello di studente.',
    quiz_missing:
      'Questo link non porta a nessun quiz, oppure il quiz non è più condiviso. Avvisa il docente, che può inserirlo di nuovo.',
    quiz_not_linked:
      'Il proprietario di questo quiz non lo ha inserito in questa piattaforma didattica. Avvisa il docente, che può inserirlo di nuovo.',
    return_address:
      'La piattaforma didattica chiede una risposta a un indirizzo che non è tra i suoi siti registrati. Avvisa l’amministratore.',
  },
  blockedTitle: 'Apri Lectern in una nuova finestra',
  blocked: 'Il tuo browser non permette a Lectern di funzionare all’interno di questa pagina.',
  blockedAgain: 'Il tuo browser non accetta i cookie di Lectern. Consentili, poi apri di nuovo il link.',
  openWindow: 'Apri in una nuova finestra',
  welcome: (name, platform) =>
    name === '' ? `Arrivi da ${platform}.` : `Arrivi da ${platform} come ${name}.`,
  linkTitle: 'Collega il tuo account Lectern',
  link: 'Per vedere qui i tuoi quiz, accedi a Lectern una volta. Il tuo account Lectern resta collegato al tuo account su questa piattaforma.',
  linkButton: 'Accedi a Lectern',
  waiting: 'Questa pagina prosegue da sola appena il tuo account è collegato.',
  openTitle: 'Lectern',
  open: (email) => `Questa piattaforma è collegata all’account Lectern ${email}.`,
  ofOther: 'Questo quiz appartiene a un altro account Lectern.',
  openButton: (name) => (name === null ? 'Apri Lectern' : `Apri «${name}»`),
  chooseTitle: 'Scegli un quiz',
  choose: 'Gli studenti lo svolgono qui, senza account. I loro punti vanno nel registro dei voti.',
  noQuizzes: 'Non hai ancora quiz salvati. Salvane uno in Lectern, poi torna qui.',
  questions: (count) => (count === 1 ? '1 domanda' : `${count} domande`),
  shared: 'condiviso',
  add: 'Aggiungi al corso',
  addOf: (name) => `Aggiungi «${name}» al corso`,
  adding: 'Ritorno al tuo corso…',
};
