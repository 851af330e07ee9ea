/**
 * Addresses that try to make the server fetch what only it can reach, each tried directly and behind a redirect.
 */

/** Internal addresses; server/platform/web-fetch/addresses.property.test.ts tries all blocks and all spellings. */
const INSIDE_HOSTS = [
  ...[
    '0.0.0.0',
    '10.0.0.1',
    '100.100.100.200',
    '127.0.0.1',
    '127.0.0.1.',
    '168.63.129.16',
    '169.254.169.254',
  ],
  ...['172.16.0.1', '192.168.0.1', '255.255.255.255', '0', '127.1', '0x7f.1', '2130706433', '0177.0.0.1'],
  ...['169。254。169。254', '１６９.254.169.254', '169%2e254%2e169%2e254', '[::]', '[::1]', '[::1%25lo]'],
  ...['[::ffff:127.0.0.1]', '[::ffff:a9fe:a9fe]', '[64:ff9b::a9fe:a9fe]', '[2002:a9fe:a9fe::1]', '[fc00::1]'],
  ...['[fd00:ec2::254]', '[fe80::1%25eth0]', '[ff02::1]'],
];

/** Names that this machine, its network or its cloud gives to itself, and what the test's resolver answers for them. */
export const INSIDE_NAMES: Readonly<Record<string, readonly string[]>> = {
  localhost: ['127.0.0.1'],
  'metadata.google.internal': ['169.254.169.254'],
  'mapped.example': ['::ffff:10.0.0.1'],
  'scoped.example': ['fe80::1%eth0'],
  'translated.example': ['64:ff9b::a9fe:a9fe'],
  'mixed.example': ['93.184.216.34', '10.0.0.1'],
  'mixed-families.example': ['93.184.216.34', '::1'],
  'mixed-late.example': ['2606:4700::1111', '93.184.216.34', 'fd00::1'],
  'rubbish.example': ['not an address'],
};

/** Which must be refused, and at which nothing may be connected. */
export const INSIDE_URLS: readonly string[] = [...INSIDE_HOSTS, ...Object.keys(INSIDE_NAMES)].flatMap(
  (host) => [`http://${host}/latest/meta-data/`, `https://${host.toUpperCase()}/`],
);

/**
 * Which look as if they led inside, and lead to the public site or nowhere: the text before an "@" is refused, and what
 * follows the end of a host is not part of the host. The path is what the site must then be asked for.
 */
export const HARMLESS_URLS: readonly (readonly [url: string, path: string])[] = [
  ['http://lesson.example\\@127.0.0.1/', '/@127.0.0.1/'],
  ['http://lesson.example#@127.0.0.1/', '/'],
  ['http://lesson.example?@127.0.0.1/', '/?@127.0.0.1/'],
  ['http:\\\\lesson.example\\127.0.0.1', '/127.0.0.1'],
  ['  http://lesson.example/x  ', '/x'],
  ['ht\ntp://les\tson.exam\nple/x', '/x'],
  ['http://lesson.example/\r\nHost: 127.0.0.1\r\nX: y', '/Host:%20127.0.0.1X:%20y'],
  [
    'http://lesson.example/%0d%0aHost:%20127.0.0.1%0d%0a%0d%0aGET%20/x',
    '/%0d%0aHost:%20127.0.0.1%0d%0a%0d%0aGET%20/x',
  ],
  ['http://lesson.example/\u010d\u010aX', '/%C4%8D%C4%8AX'],
  ['http://lesson.example/ HTTP/1.1', '/%20HTTP/1.1'],
  ['http://LESSON.EXAMPLE:80/../../x', '/x'],
  ['http://ｌｅｓｓｏｎ.example/x', '/x'],
];
