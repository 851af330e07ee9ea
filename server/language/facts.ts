import type { Clause } from './clause.ts';
import type { Sentence } from './sentence.ts';

interface Base {
  readonly sentence: Sentence;
}

/** "X is a Y that …", "X refers to …". `term` keeps its article and is cased for mid-sentence; `meaning` too. */
export interface Definition extends Base {
  readonly kind: 'definition';
  readonly term: string;
  readonly bareTerm: string;
  readonly plural: boolean;
  /** The verb between the two: what is past stays past. */
  readonly be: 'is' | 'are' | 'was' | 'were';
  readonly meaning: string;
}

/** "The fluid around the thylakoids is called the stroma." */
export interface Naming extends Base {
  readonly kind: 'naming';
  readonly described: string;
  readonly plural: boolean;
  readonly name: string;
}

/** Something and why it is so. `cause` is a clause, or a noun phrase after "because of". */
export interface Cause extends Base {
  readonly kind: 'cause';
  /** What follows "Why": "does photorespiration increase", "is it that sap flows". */
  readonly effect: string;
  readonly tense: Clause['tense'];
  readonly effectText: string;
  readonly cause: string;
  readonly marker: 'because' | 'because of' | 'so that';
}

/** "When X, Y": both are clauses without capital and full stop. */
export interface Condition extends Base {
  readonly kind: 'condition';
  readonly word: 'when' | 'if' | 'after';
  readonly condition: string;
  readonly outcome: string;
  readonly past: boolean;
}

/** "Demand is elastic when …", "Interference occurs when …": the circumstances, as a clause. */
export interface Occasion extends Base {
  readonly kind: 'occasion';
  readonly question: string;
  readonly word: 'when' | 'if';
  readonly condition: string;
}

/** "Galileo argued that …": what somebody, or a law, says. */
export interface Claim extends Base {
  readonly kind: 'claim';
  readonly question: string;
  readonly content: string;
}

/** "X was built by N": who did it. */
export interface Agent extends Base {
  readonly kind: 'agent';
  readonly question: string;
  readonly name: string;
}

/** "X is used to …", "the purpose of X is to …", "X does Y in order to …". `purpose` begins with a bare verb. */
export interface Purpose extends Base {
  readonly kind: 'purpose';
  readonly question: string;
  readonly purpose: string;
}

/** Subject and predicate of a plain statement. */
export interface Statement extends Base {
  readonly kind: 'statement';
  readonly clause: Clause;
  /** Cased for mid-sentence. */
  readonly subject: string;
  /** Verb group and what follows, up to the end of this statement. */
  readonly predicate: string;
}

/** A year, and the statement without it as a question: "In which year did …?" */
export interface Dating extends Base {
  readonly kind: 'dating';
  readonly question: string;
  readonly year: number;
}

/** A quantity, and the question it answers. `number` is as printed, `after` follows it in the answer (a unit, perhaps empty). */
export interface Quantity extends Base {
  readonly kind: 'quantity';
  readonly question: string;
  readonly before: string;
  readonly number: string;
  readonly after: string;
}

/** "Greenhouse gases such as methane and ozone …": a category in the singular, and members. */
export interface Example extends Base {
  readonly kind: 'example';
  readonly question: string;
  readonly members: readonly string[];
}

/** "A does P, whereas B does Q." */
export interface Contrast extends Base {
  readonly kind: 'contrast';
  readonly first: Clause;
  readonly second: Clause;
}

/** What somebody or something does something to. `object` is as it stands, with its article. */
export interface ObjectFact extends Base {
  readonly kind: 'object';
  readonly question: string;
  readonly object: string;
  readonly plural: boolean;
}

/** "A does P by doing Q": how. `means` begins with the gerund. */
export interface Means extends Base {
  readonly kind: 'means';
  readonly question: string;
  readonly means: string;
}

/** "For example, S", said right after a term was explained: the case, and the term it shows. */
export interface Illustration extends Base {
  readonly kind: 'illustration';
  readonly example: string;
  readonly term: string;
  readonly plural: boolean;
}

export type Fact =
  | Definition
  | Naming
  | Cause
  | Condition
  | Purpose
  | Statement
  | Occasion
  | Agent
  | Claim
  | Dating
  | Quantity
  | Example
  | Contrast
  | ObjectFact
  | Means
  | Illustration;
