import type { Dependencies } from '../ports.ts';

/**
 * The origins, besides the page's own, that files are loaded from: this server's public one, and the store's where
 * links lead straight to it.
 */
export async function listFileOrigins({
  config,
  files,
}: Pick<Dependencies, 'config' | 'files'>): Promise<string[]> {
  const origins = config.publicUrl === undefined ? [] : [config.publicUrl];
  if (config.fileLinks === 'direct') {
    // Of any file: only the store knows how its addresses begin.
    const link = await files.createDirectLink('any/file.txt', {
      contentType: 'text/plain',
      expiresAt: new Date(Date.now() + 60_000),
    });
    if (link !== undefined) origins.push(new URL(link).origin);
  }
  return origins;
}
