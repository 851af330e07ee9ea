import { posix } from 'node:path';
import { cleanText } from './markup-text.ts';
import { childOf, descendantsOf, textOf, type XmlElement } from './read-xml.ts';

/** The words of Learning Object Metadata (IEEE 1484.12.3) for the difficulty of a question. */
const DIFFICULTIES: Readonly<Record<string, string>> = {
  'very easy': 'easy',
  easy: 'easy',
  medium: 'medium',
  difficult: 'hard',
  'very difficult': 'hard',
};

/** What the manifest of a package says of each file: its keywords, such as `bloom:apply`, and its difficulty. */
export function listTagsOfFiles(
  documents: readonly { readonly file: string; readonly root?: XmlElement }[],
): Map<string, string[]> {
  const tags = new Map<string, string[]>();
  for (const { file, root } of documents) {
    if (root?.name !== 'manifest') continue;
    for (const resource of descendantsOf(root, 'resource')) {
      const { href } = resource.attributes;
      const metadata = childOf(resource, 'metadata');
      if (href !== undefined && metadata !== undefined)
        tags.set(posix.join(posix.dirname(file), href), listTagsOf(metadata));
    }
  }
  return tags;
}

function listTagsOf(metadata: XmlElement): string[] {
  const keywords = [...descendantsOf(metadata, 'keyword')]
    .map((keyword) => cleanText(textOf(keyword)))
    .filter((keyword) => keyword !== '');
  if (keywords.some((keyword) => keyword.startsWith('difficulty:'))) return keywords;
  const words = [...descendantsOf(metadata, 'difficulty')].flatMap((element) => [
    ...descendantsOf(element, 'value'),
  ]);
  const difficulty = DIFFICULTIES[textOf(words[0]).trim().toLowerCase()];
  return difficulty === undefined ? keywords : [...keywords, `difficulty:${difficulty}`];
}
