/**
 * Gives back the memory of a chunk that no one will read again. Chunks of a request lie outside of JavaScript's heap,
 * whose collector notices them late: a large upload would let the process grow by 70 to 90 MB, and take twice the time
 * (docs/decisions/0021-resumable-uploads.md). A chunk that shares its memory with others is left to the collector.
 */
export function releaseMemory(chunk: Uint8Array): void {
  const { buffer } = chunk;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === chunk.byteLength && !buffer.detached) {
    buffer.transfer(0);
  }
}
