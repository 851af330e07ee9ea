import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { storeAnswer } from './store-answer.ts';

/** A client that has a quiz in its cache, and the fetches it has begun, to be answered in any order. */
function open() {
  const queryClient = new QueryClient();
  const answers: ((name: string) => void)[] = [];
  const fetch = () =>
    queryClient.query({
      queryKey: ['quiz'],
      queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
    });
  queryClient.setQueryData(['quiz'], 'new');
  return { queryClient, answers, fetch, cached: () => queryClient.getQueryData(['quiz']) };
}

test('keeps the response to a change when an earlier fetch finishes later', async () => {
  const { queryClient, answers, fetch, cached } = open();
  const fetched = fetch();
  storeAnswer<string>(queryClient, ['quiz'], 'saved');
  expect(cached()).toBe('saved');
  expect(answers).toHaveLength(2);
  answers[0]?.('new');
  answers[1]?.('saved and read again');
  expect(await fetched).toBe('saved and read again');
  expect(cached()).toBe('saved and read again');
});

test('fetches again only if a fetch was in progress', () => {
  const { queryClient, answers, cached } = open();
  storeAnswer<string>(queryClient, ['quiz'], (name) => `${name ?? ''}, saved`);
  expect(cached()).toBe('new, saved');
  expect(answers).toHaveLength(0);
});
