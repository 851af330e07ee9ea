import { expect, test } from 'vitest';
import { findYoutubeId, isWebAddress } from './youtube.ts';

test.each([
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=43s',
  'http://youtube.com/watch?list=x&v=dQw4w9WgXcQ',
  'https://m.youtube.com/shorts/dQw4w9WgXcQ',
  'https://youtu.be/dQw4w9WgXcQ?si=abc',
  'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
  'https://www.youtube.com/live/dQw4w9WgXcQ',
])('%s', (address) => {
  expect(findYoutubeId(address)).toBe('dQw4w9WgXcQ');
});

test.each([
  '',
  'dQw4w9WgXcQ',
  'https://www.youtube.com/@channel',
  'https://www.youtube.com/watch?v=short',
  'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
  'https://evil.example/?u=https://youtu.be/dQw4w9WgXcQ',
  'https://youtu.be/dQw4w9WgXcQ"onload=',
  'javascript://www.youtube.com/watch?v=dQw4w9WgXcQ',
])('%s names no video', (address) => {
  expect(findYoutubeId(address)).toBeUndefined();
});

test('only addresses of the web may be linked to', () => {
  expect(isWebAddress('https://example.org/a')).toBe(true);
  expect(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', ''].some(isWebAddress)).toBe(
    false,
  );
});
