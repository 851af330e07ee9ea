/** Saves the file that a response carries, under its `Content-Disposition` name (RFC 6266) or else `fallback`. */
export async function saveResponse(response: Response, fallback: string): Promise<void> {
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = nameOf(response.headers.get('content-disposition') ?? '') ?? fallback;
  link.click();
  // Some browsers read the address only after this step.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** The name with all its letters, where one is sent, else the one in ASCII. */
function nameOf(disposition: string): string | undefined {
  const full = /filename\*=UTF-8''([^;]+)/iu.exec(disposition)?.[1];
  return full === undefined ? /filename="([^"]+)"/u.exec(disposition)?.[1] : decodeURIComponent(full);
}
