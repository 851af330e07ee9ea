/** Stand before a name or in mid-sentence: the full stop after them never ends a sentence. */
const inside = new Set(
  (
    'dr mr mrs ms mx prof st mt ft gen col sgt capt cpt lt maj cmdr adm rev fr hon pres sen rep gov supt messrs mmes ' +
    'e.g i.e eg ie viz cf vs v approx ca resp incl excl esp spec viz. a.k.a i.a c.f e.x dept univ'
  ).split(' '),
);
/** End no sentence when a number follows: "Fig. 3", "No. 7", "pp. 12". */
const beforeNumber = new Set(
  (
    'fig figs eq eqs eqn eqns sec sect secs ch chap chs vol vols no nos nr p pp par para art tab tabs thm lem cor ' +
    'def defn prop ex exs app ref refs alg line ll ver rev ed op ser pt rule r jan feb mar apr jun jul aug sep sept oct nov dec'
  ).split(' '),
);
/** May end a sentence: it does when a word that usually starts one follows. */
const either = new Set(
  'etc inc ltd co corp bros jr sr al a.m p.m am pm u.s u.k u.n e.u ph.d m.d b.a m.a b.sc m.sc d.phil esq dist ave blvd rd hrs hr min mins sec secs est ibid seq eds edn'.split(
    ' ',
  ),
);
/** Words that start a sentence rather than go on with a name. */
const starters = new Set(
  (
    'a after all also although an and another any are as at because before both but by can consequently did do does each ' +
    'either even every few finally first for from furthermore given had has have he hence her here his how however i if ' +
    'in instead is it its last later let like many may meanwhile most moreover my neither nevertheless next no none nor ' +
    'not note nothing now of on once one only or other others our out over perhaps please second see several she should ' +
    'similarly since so some sometimes soon still such take that the their then there therefore these they third this ' +
    'those though through thus to today two under unless unlike until use using was we were what when whenever where ' +
    'whereas whether which while who whose why will with without would yes yet you your'
  ).split(' '),
);

/** How a full stop after this word (without it) is to be read. */
export function abbreviationKind(word: string): 'inside' | 'before-number' | 'either' | 'none' {
  const lower = word.toLowerCase();
  if (inside.has(lower)) return 'inside';
  if (beforeNumber.has(lower)) return 'before-number';
  if (either.has(lower)) return 'either';
  // An initial ("J. Smith"), or letters with dots between ("U.S.A.", "D.C."); "I" is a word.
  if (/^(?:\p{Lu}|(?:\p{L}\.)+\p{L})$/u.test(word) && word !== 'I') return 'either';
  // "J.R.R" and hyphenated initials, "J.-P".
  return /^(?:\p{Lu}\.-?)+\p{Lu}$/u.test(word) ? 'either' : 'none';
}

/** Whether a word, with the quotes before it, usually starts a sentence. Also true of bullets. */
export function startsSentence(word: string): boolean {
  const bare = word.replace(/^["'“‘«([]+/u, '');
  if (/^[•◦▪‣]/u.test(bare)) return true;
  return /^\p{Lu}/u.test(bare) && starters.has(bare.toLowerCase().replace(/[^\p{L}].*$/u, ''));
}
