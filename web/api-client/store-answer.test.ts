import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { storeAnswer } from './store-answer.ts';

test('an answer to a change stays, though a fetch that read the time before it ends later', async () => {
  const queryClient = new QueryClient();
  const answers: ((name: string) => void)[] = [];
  const fetching = queryClient.query({
    queryKey: ['quiz'],
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
  });
  await storeAnswer<string>(queryClient, ['quiz'], 'saved');
  answers[0]?.('not saved');
  await expect(fetching).rejects.toThrow('CancelledError');
  expect(queryClient.getQueryData(['quiz'])).toBe('saved');
  expect(queryClient.getQueryState(['quiz'])?.isInvalidated).toBe(true);
});

test('an answer is fetched again only if a fetch was under way', async () => {
  const queryClient = new QueryClient();
  await storeAnswer<string>(queryClient, ['quiz'], 'saved');
  expect(queryClient.getQueryState(['quiz'])?.isInvalidated).toBe(false);
});
