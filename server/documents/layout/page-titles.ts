const numbering = /^(?:\d+(?:\.\d+)*\.?|[A-Z]\.|[IVX]+\.)\s+/u;
const bare = (title: string): string =>
  title
    .replace(numbering, '')
    .replace(/\s+[IVX]+$/u, '')
    .replace(/[.:!?…]+$/u, '')
    .trim();

const agenda =
  /^(?:(?:today['’]s |lecture |course |talk |our |the )?(?:agenda|outline|roadmap|road map|road ahead|contents|plan|topics|overview)(?: (?:for today|of (?:the|this|today['’]s) (?:talk|lecture|course|class|session|presentation|chapter|module)))?|table of contents|overview|what (?:we(?:['’]ll| will)|you will) (?:cover|learn|see)(?: today)?|in this (?:lecture|talk|chapter|session)|today|where (?:are we|we are)|gliederung|inhalt|inhaltsverzeichnis|sommaire|table des matières|contenidos?|índice|indice|learning (?:objectives|outcomes|goals))$/iu;
const references =
  /^(?:references?|bibliography|literature|works cited|further reading|suggested reading|recommended reading|reading list|readings?|sources|(?:image|photo|picture|figure)s? (?:credits?|sources?)|credits|acknowledge?ments?|references and further reading|additional resources|useful links|literatur|literaturverzeichnis|bibliographie|bibliografía|bibliografia|referencias)$/iu;

/** Whether a title is that of an agenda, an outline or a table of contents. */
export const isAgendaTitle = (title: string): boolean => agenda.test(bare(title));

/** Whether a title is that of a list of literature or credits. */
export const isReferencesTitle = (title: string): boolean => references.test(bare(title));
