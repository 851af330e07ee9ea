const maximumCharacters = 4000;

/** Keeps the end of a stream of text, for reports of what a process said before it died. */
export class LastLines {
  #text = '';

  add(chunk: string): void {
    this.#text = (this.#text + chunk).slice(-maximumCharacters);
  }

  /** The last `count` lines that are not blank, oldest first. */
  list(count: number): string[] {
    return this.#text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .slice(-count);
  }
}
