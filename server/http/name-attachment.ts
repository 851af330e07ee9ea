/** What no file system takes, and characters that reverse the direction of a name to hide its ending. */
const FORBIDDEN = /[\\/:*?"<>|\p{Cc}\p{Cf}\p{Cs}]/gu;

/** `Content-Disposition` with the name in ASCII, and in full as RFC 6266 describes it. */
export function nameAttachment(name: string, extension: string): string {
  const cut = Array.from(name.replace(FORBIDDEN, ' ').replace(/\s+/gu, ' ').trim()).slice(0, 120).join('');
  const safe = cut === '' ? 'download' : cut;
  const encoded = encodeURIComponent(`${safe}.${extension}`).replaceAll(
    /['()*]/gu,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${safe.replaceAll(/[^ -~]/gu, '_')}.${extension}"; filename*=UTF-8''${encoded}`;
}
