/** Saves a file to the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers read the address only after this step.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Saves the file in a response under its `Content-Disposition` name (RFC 6266), or else `fallback`. */
export async function saveResponse(response: Response, fallback: string): Promise<void> {
  const name = nameOf(response.headers.get('content-disposition') ?? '') ?? fallback;
  saveFile(await response.blob(), name);
}

/** The name with all its letters, where one is sent, else the one in ASCII. */
function nameOf(disposition: string): string | undefined {
  const full = /filename\*=UTF-8''([^;]+)/iu.exec(disposition)?.[1];
  return full === undefined ? /filename="([^"]+)"/u.exec(disposition)?.[1] : decodeURIComponent(full);
}
