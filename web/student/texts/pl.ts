import type { Texts } from './en.ts';

const rules = new Intl.PluralRules('pl');

/** The form that goes with a number: one, few or many. */
const formOf = (count: number, one: string, few: string, many: string): string => {
  const category = rules.select(count);
  if (category === 'one') return one;
  return category === 'few' ? few : many;
};

export const texts: Texts = {
  join: 'Rozpocznij quiz',
  name: 'Imię i nazwisko',
  personalCode: 'Twój kod osobisty',
  passcode: 'Hasło dostępu',
  continueCode: 'Kod podejścia z innego urządzenia',
  continueHere: 'Kontynuuj podejście',
  count: (count) => `${count} ${formOf(count, 'pytanie', 'pytania', 'pytań')}`,
  limit: (minutes) => `${minutes} ${formOf(minutes, 'minuta', 'minuty', 'minut')}`,
  scheduled: (time) => `Otwarcie: ${time}.`,
  closed: 'Ten quiz jest zamknięty. Aby ponownie zobaczyć swoje podejście, wpisz jego kod.',
  closedHere: 'Ten quiz jest zamknięty.',
  loading: 'Wczytywanie quizu…',
  failed: 'Nie można połączyć się z Lectern. Twoje odpowiedzi są bezpieczne; spróbuj ponownie.',
  retry: 'Spróbuj ponownie',
  preview: 'Podgląd. Nic się tu nie liczy.',
  saved: 'Wszystkie odpowiedzi są zapisane.',
  saving: 'Zapisywanie…',
  offline: (count) =>
    `Brak połączenia. ${formOf(count, `${count} odpowiedź jest zachowana`, `${count} odpowiedzi są zachowane`, `${count} odpowiedzi jest zachowanych`)} na tym urządzeniu do późniejszego wysłania. Nie czyść danych tej przeglądarki.`,
  timeLeft: 'Pozostały czas',
  timeOver: 'Czas minął. Odpowiedzi udzielane teraz są oznaczane jako spóźnione.',
  question: (place, count) => `Pytanie ${place} z ${count}`,
  flag: 'Wróć do tego później',
  flagged: 'Oznaczone do sprawdzenia',
  answered: 'z odpowiedzią',
  open: 'bez odpowiedzi',
  previous: 'Wstecz',
  next: 'Dalej',
  overview: 'Przegląd',
  overviewTitle: 'Zanim oddasz',
  answeredOf: (answered, count) => `Odpowiedzi: ${answered} z ${count}`,
  submit: 'Oddaj',
  submitWarning: 'Potem nie można już zmienić odpowiedzi.',
  check: 'Sprawdź odpowiedź',
  checked: 'Sprawdzono. Ta odpowiedź jest ostateczna.',
  yourText: 'Twoja odpowiedź',
  code: (code) => `Aby kontynuować na innym urządzeniu, użyj kodu ${code}.`,
  submitted: 'Oddano',
  submittedText: 'Twoje odpowiedzi zostały oddane.',
  score: (points, maximum) => `${points} z ${maximum} ${maximum === 1 ? 'punktu' : 'punktów'}`,
  ungraded: (count) =>
    `${formOf(count, `${count} odpowiedź czeka`, `${count} odpowiedzi czekają`, `${count} odpowiedzi czeka`)} jeszcze na ocenę.`,
  feedbackLater: 'Prowadzący pokaże wyniki po zamknięciu quizu.',
  right: 'Dobrze',
  wrong: 'Źle',
  notGraded: 'Jeszcze bez oceny',
  yours: 'twoja odpowiedź',
  correct: 'poprawna odpowiedź',
  keyPoints: 'Dobra odpowiedź zawiera',
  comment: 'Komentarz',
  evidence: 'Z lekcji',
  page: (page) => `s. ${page}`,
  openLesson: 'Otwórz lekcję w tym miejscu',
  again: 'Rozwiąż quiz ponownie',
  practice: (count) => `Przećwicz błędne odpowiedzi (${count})`,
  practiceTitle: 'Ćwiczenie',
  practiceNote: 'To tylko dla Ciebie: nie zmienia punktów, a prowadzący tego nie widzi.',
  practiceLeft: (count) =>
    formOf(count, `Pozostało ${count} pytanie`, `Pozostały ${count} pytania`, `Pozostało ${count} pytań`),
  practiceDone: 'Na razie gotowe',
  practiceDue: (time) => `Termin następnego pytania: ${time}. Odczekanie do tej pory pomaga je zapamiętać.`,
  practiceLearned: 'Na wszystkie pytania padły poprawne odpowiedzi cztery razy z rzędu.',
  practiceNow: 'Przećwicz wszystkie teraz',
  practiceBack: 'Wróć do wyników',
  showPoints: 'Pokaż, co zawiera dobra odpowiedź',
  knewIt: 'Moja odpowiedź to zawiera',
  notYet: 'Jeszcze nie',
  language: 'Język',
};
