import { fetchFromApi, readError } from '../../api-client/request.ts';

/** The name in `attachment; filename="…"`. */
const FILE_NAME = /filename="([^"]+)"/u;

/**
 * Fetches the export and has the browser save it as a file.
 * @param onBytes how many bytes have arrived so far.
 * @throws ApiError; UnreachableError; DOMException `AbortError` when `signal` aborts.
 */
export async function downloadExport(signal: AbortSignal, onBytes: (bytes: number) => void): Promise<void> {
  const response = await fetchFromApi('GET', '/api/auth/export/', { signal });
  if (!response.ok || response.body === null) throw await readError(response);
  let bytes = 0;
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (chunk, controller) => {
        bytes += chunk.byteLength;
        onBytes(bytes);
        controller.enqueue(chunk);
      },
    }),
  );
  const name = FILE_NAME.exec(response.headers.get('content-disposition') ?? '')?.[1];
  saveFile(await new Response(counted).blob(), name ?? 'lectern-export.json');
}

function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers read the address only after this step.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
