import { z } from 'zod';
import type { ApiClient } from '#e2e/api-client.ts';

/** What a browser stores of someone who is signed in. */
export async function storageOf(client: ApiClient): Promise<Record<string, string>> {
  const [first] = await client.call(
    z.array(z.object({ instructor_id: z.int() })).nonempty(),
    '/api/courses/',
  );
  const id = first?.instructor_id ?? 1;
  const user = {
    id,
    email: 'bench@example.org',
    name: 'Bench',
    department: '',
    is_active: true,
    is_staff: false,
  };
  return {
    authToken: client.accessToken,
    refreshToken: 'none',
    apiKey: client.apiKey,
    user: JSON.stringify(user),
    instructorId: String(id),
  };
}
