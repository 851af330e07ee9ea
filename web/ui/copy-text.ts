import { showToast } from './show-toast.ts';

/** Messages for success, and for failure with what to do. */
export interface CopyWords {
  readonly copied: string;
  readonly notCopied: string;
  readonly notCopiedHelp: string;
}

/** Puts a text into the clipboard and says whether it is there: a browser may refuse. */
export async function copyText(text: string, words: CopyWords): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast('success', words.copied);
  } catch {
    showToast('failure', words.notCopied, words.notCopiedHelp);
  }
}
