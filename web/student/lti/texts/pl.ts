import type { LtiTexts } from './en.ts';

const rules = new Intl.PluralRules('pl');

/** The form that goes with a number: one, few or many. */
const formOf = (count: number, one: string, few: string, many: string): string => {
  const category = rules.select(count);
  if (category === 'one') return one;
  return category === 'few' ? few : many;
};

export const texts: LtiTexts = {
  refusedTitle: 'Nie udało się otworzyć tego linku',
  expired: 'To uruchomienie wygasło. Otwórz ponownie link w swoim kursie.',
  refusals: {
    platform_unknown:
      'Ta platforma edukacyjna nie jest zarejestrowana w Lectern. Poproś administratora Lectern o jej zarejestrowanie.',
    platform_refused:
      'Twoja platforma edukacyjna odrzuciła uruchomienie. Otwórz ponownie link w swoim kursie; jeśli to nie pomoże, powiadom administratora.',
    platform_unreachable:
      'Lectern nie mógł pobrać kluczy Twojej platformy edukacyjnej. Spróbuj ponownie za chwilę; jeśli to nie pomoże, powiadom administratora.',
    launch_expired: 'To uruchomienie wygasło. Otwórz ponownie link w swoim kursie.',
    other_browser:
      'To uruchomienie rozpoczęto w innym oknie lub innej przeglądarce albo usunięto jego pliki cookie. Otwórz ponownie link w swoim kursie.',
    message_invalid:
      'Komunikat Twojej platformy edukacyjnej jest nieprawidłowy. Nic się nie zmieniło; powiadom administratora.',
    message_used: 'To uruchomienie zostało już użyte. Otwórz ponownie link w swoim kursie.',
    deployment_unknown:
      'To wdrożenie platformy edukacyjnej nie jest zarejestrowane. Poproś administratora Lectern o dodanie jego ID wdrożenia.',
    message_unsupported: 'Lectern nie obsługuje tego rodzaju linków.',
    role_unknown: 'Twoja platforma edukacyjna nie podaje, że prowadzisz ten kurs ani że się na nim uczysz.',
    quiz_missing:
      'Ten link nie prowadzi do żadnego quizu albo quiz nie jest już udostępniany. Powiadom prowadzącego, który może umieścić go ponownie.',
    quiz_not_linked:
      'Właściciel tego quizu nie umieścił go na tej platformie edukacyjnej. Powiadom prowadzącego, który może umieścić go ponownie.',
    return_address:
      'Platforma edukacyjna żąda odpowiedzi na adres, którego nie ma wśród jej zarejestrowanych witryn. Powiadom administratora.',
  },
  blockedTitle: 'Otwórz Lectern w nowym oknie',
  blocked: 'Twoja przeglądarka nie pozwala Lectern działać wewnątrz tej strony.',
  blockedAgain:
    'Twoja przeglądarka nie przyjmuje plików cookie od Lectern. Zezwól na nie, a potem otwórz link ponownie.',
  openWindow: 'Otwórz w nowym oknie',
  welcome: (name, platform) =>
    name === ''
      ? `Przechodzisz z platformy ${platform}.`
      : `Przechodzisz z platformy ${platform} jako ${name}.`,
  linkTitle: 'Połącz swoje konto Lectern',
  link: 'Aby widzieć tu swoje quizy, zaloguj się raz do Lectern. Konto Lectern pozostanie połączone z Twoim kontem na tej platformie.',
  linkButton: 'Zaloguj się do Lectern',
  waiting: 'Ta strona przejdzie dalej sama, gdy tylko Twoje konto zostanie połączone.',
  openTitle: 'Lectern',
  open: (email) => `Ta platforma jest połączona z kontem Lectern ${email}.`,
  ofOther: 'Ten quiz należy do innego konta Lectern.',
  openButton: (name) => (name === null ? 'Otwórz Lectern' : `Otwórz „${name}”`),
  chooseTitle: 'Wybierz quiz',
  choose: 'Studenci rozwiązują go tutaj, bez konta. Ich punkty trafiają do dziennika ocen.',
  noQuizzes: 'Nie masz jeszcze zapisanych quizów. Zapisz quiz w Lectern, a potem wróć tutaj.',
  questions: (count) => `${count} ${formOf(count, 'pytanie', 'pytania', 'pytań')}`,
  shared: 'udostępniony',
  add: 'Dodaj do kursu',
  addOf: (name) => `Dodaj „${name}” do kursu`,
  adding: 'Powrót do kursu…',
};
