/**
 * Addresses that try to lead the server to where only it can go. What each is meant to reach stands in its group; a
 * test walks all of them, each by itself and behind a redirect.
 */

/** Every block that is not for strangers, with an address from its beginning, its middle or its end. */
const INSIDE_IPV4 = [
  ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '10.255.255.255', '100.64.0.1', '100.100.100.200', '100.127.255.255'],
  ...['127.0.0.1', '127.1.2.3', '127.255.255.255', '168.63.129.16', '169.254.0.1', '169.254.169.254'],
  ...[
    '169.254.170.2',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.0.192',
    '192.0.2.1',
    '192.88.99.1',
  ],
  ...['192.168.0.1', '192.168.255.255', '198.18.0.1', '198.19.255.255', '198.51.100.1', '203.0.113.1'],
  ...['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.254', '255.255.255.255'],
];

const INSIDE_IPV6 = [
  ...['::', '::1', '0:0:0:0:0:0:0:1', '::ffff:0:127.0.0.1', '64:ff9b::', '64:ff9b:1::a9fe:a9fe', '100::1'],
  ...['100:0:0:1::1', '2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2', '2001:10::1', '2001:20::1'],
  ...['2001:db8::1', '2002:a9fe:a9fe::1', '2620:4f:8000::1', '3fff::1', '3fff:fff::1', '4000::1', '5f00::1'],
  ...['fc00::1', 'fd00:ec2::254', 'fdff:ffff::1', 'fe80::1', 'fe80::a9fe:a9fe', 'febf::1', 'fec0::1'],
  ...['ff01::1', 'ff02::1', 'ff05::2', 'ff0e::1'],
];

/** One IPv4 address in all the ways in which something on the way may read it as itself. */
export function listSpellings(address: string): string[] {
  const bytes = address.split('.').map(Number);
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  const whole = ((a * 256 + b) * 256 + c) * 256 + d;
  const hex = (value: number): string => value.toString(16);
  const octal = (value: number): string => `0${value.toString(8)}`;
  const [high, low] = [hex(a * 256 + b), hex(c * 256 + d)];
  const dotted = bytes.join('.');
  const fullwidth = dotted.replaceAll(/\d/gu, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
  const circled = dotted.replaceAll(/\d/gu, (digit) =>
    digit === '0' ? '⓪' : String.fromCodePoint(0x245f + Number(digit)),
  );
  return [
    dotted,
    `${dotted}.`,
    String(whole),
    `${whole}.`,
    `0x${hex(whole)}`,
    `0X${hex(whole).toUpperCase()}`,
    octal(whole),
    `0000000${octal(whole)}`,
    bytes.map((byte) => `0x${hex(byte)}`).join('.'),
    bytes.map((byte) => `0x0000${hex(byte)}`).join('.'),
    bytes.map(octal).join('.'),
    bytes.map((byte) => `000000${octal(byte)}`).join('.'),
    `${octal(a)}.0x${hex(b)}.${c}.${d}`,
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    `0x${hex(a)}.${(b * 256 + c) * 256 + d}`,
    fullwidth,
    circled,
    dotted.replaceAll('.', '。'),
    dotted.replaceAll('.', '．'),
    dotted.replaceAll('.', '｡'),
    dotted.replaceAll('.', '%2e'),
    dotted.replaceAll(/\d/gu, (digit) => `%3${digit}`),
    dotted.replaceAll('.', '%E3%80%82'),
    `[::ffff:${dotted}]`,
    `[::ffff:${high}:${low}]`,
    `[0:0:0:0:0:ffff:${high}:${low}]`,
    `[::${dotted}]`,
    `[::${high}:${low}]`,
    `[::ffff:0:${dotted}]`,
    `[64:ff9b::${dotted}]`,
    `[64:ff9b::${high}:${low}]`,
    `[64:ff9b:1::${high}:${low}]`,
    `[2002:${high}:${low}::]`,
    `[2002:${high}:${low}::1]`,
    // Teredo: the client's address stands at the end, every bit turned round.
    `[2001:0:0:0:0:0:${hex(0xffff - (a * 256 + b))}:${hex(0xffff - (c * 256 + d))}]`,
    `[fe80::5efe:${dotted}]`,
  ];
}

/** Names that this machine, its network or its cloud gives to itself, and what the test's resolver answers for them. */
export const INSIDE_NAMES: Readonly<Record<string, readonly string[]>> = {
  localhost: ['127.0.0.1'],
  'localhost.localdomain': ['127.0.0.1'],
  'ip6-localhost': ['::1'],
  'metadata.google.internal': ['169.254.169.254'],
  'db.internal': ['10.1.2.3'],
  '127.0.0.1.nip.example': ['127.0.0.1'],
  'mapped.example': ['::ffff:10.0.0.1'],
  'scoped.example': ['fe80::1%eth0'],
  'translated.example': ['64:ff9b::a9fe:a9fe'],
  'mixed.example': ['93.184.216.34', '10.0.0.1'],
  'mixed-families.example': ['93.184.216.34', '::1'],
  'mixed-late.example': ['2606:4700::1111', '93.184.216.34', 'fd00::1'],
  'zero.example': ['0.0.0.0'],
  'rubbish.example': ['not an address'],
  'empty-answer.example': [''],
};

/** Ways to write a name so that a list of forbidden names does not find it. */
const respell = (name: string): string[] => [
  name,
  `${name}.`,
  name.toUpperCase(),
  name.replace(/^./u, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  name.replaceAll(/[a-z]/gu, (letter) => String.fromCodePoint(letter.charCodeAt(0) - 0x61 + 0xff41)),
];

/** Which must be refused, and at which nothing may be connected. */
export function listInsideUrls(): string[] {
  const spelled = ['127.0.0.1', '169.254.169.254', '10.0.0.1', '0.0.0.0'].flatMap(listSpellings);
  const hosts = [
    ...INSIDE_IPV4,
    ...spelled,
    ...INSIDE_IPV6.map((address) => `[${address}]`),
    ...Object.keys(INSIDE_NAMES).flatMap(respell),
    '0',
    '127.1',
    '0x7f.1',
    '[::1%25lo]',
    '[fe80::1%25eth0]',
    '[0000::1]',
  ];
  return hosts.flatMap((host, index) => {
    const url = `http://${host}/latest/meta-data/`;
    // The same checks guard both; every tenth is enough to see it.
    return index % 10 === 0 ? [url, url.replace('http:', 'https:')] : [url];
  });
}

/** Which must be refused as no address of the public web, before anything is looked up. */
export const FORBIDDEN_URLS: readonly string[] = [
  '',
  ' ',
  '/etc/passwd',
  '//10.0.0.1/',
  'http://',
  'http:///',
  'http://[',
  'http://[::1',
  'http://a b.example/',
  'http://lesson.example\u0000.evil.example/',
  'http://lesson%00.example/',
  'http://lesson%0d%0a.example/',
  'http://lesson.example:99999/',
  'http://lesson.example:-1/',
  ...['22', '25', '8080', '3000', '5432', '6379', '11211', '1', '0', '81', '65535'].map(
    (port) => `http://lesson.example:${port}/`,
  ),
  'https://lesson.example:80443/',
  'http://user@lesson.example/',
  'http://user:password@lesson.example/',
  'http://:password@lesson.example/',
  'http://lesson.example@127.0.0.1/',
  'http://lesson.example:80@127.0.0.1/',
  'http://lesson.example%2f@127.0.0.1/',
  'http://lesson.example%23@127.0.0.1/',
  'http://127.0.0.1@lesson.example/',
  'http://127.0.0.1:80@lesson.example:80/',
  ...['file:///etc/passwd', 'file://localhost/etc/passwd', 'file:/etc/passwd', 'FILE:///etc/passwd'],
  ...['ftp://lesson.example/', 'gopher://127.0.0.1:6379/_FLUSHALL', 'dict://127.0.0.1:11211/stats'],
  ...['data:text/plain,hello', 'data:text/plain;base64,aGVsbG8=', 'javascript:alert(1)', 'blob:http://x/1'],
  ...[
    'ldap://127.0.0.1/',
    'tftp://127.0.0.1/x',
    'sftp://127.0.0.1/x',
    'jar:http://127.0.0.1!/',
    'ws://127.0.0.1/',
  ],
  ...['about:blank', 'view-source:http://127.0.0.1/', 'unix:/var/run/docker.sock', 'netdoc:///etc/passwd'],
  ...['http+unix://%2Fvar%2Frun%2Fdocker.sock/', 'php://filter/x', 'mailto:a@b.example', 'chrome://settings'],
  `http://lesson.example/${'a'.repeat(5_000)}`,
  `http://${'a.'.repeat(2_500)}example/`,
];

/**
 * Which look as if they led inside, and lead to the public site or nowhere: the text before an "@" is refused, and what
 * stands behind a host's end is no host. The path is what the site must then be asked for.
 */
export const HARMLESS_URLS: readonly (readonly [url: string, path: string])[] = [
  ['http://lesson.example\\@127.0.0.1/', '/@127.0.0.1/'],
  ['http://lesson.example/@127.0.0.1/', '/@127.0.0.1/'],
  ['http://lesson.example#@127.0.0.1/', '/'],
  ['http://lesson.example?@127.0.0.1/', '/?@127.0.0.1/'],
  ['http:\\\\lesson.example\\127.0.0.1', '/127.0.0.1'],
  ['http:lesson.example/x', '/x'],
  ['http:/lesson.example/x', '/x'],
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
  ['http://lesson.example./x', '/x'],
  ['http://ｌｅｓｓｏｎ.example/x', '/x'],
];

/** Look like YouTube and are not: no video id may be found in them, so that no captions are asked for. */
export const LIKE_YOUTUBE: readonly string[] = [
  'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
  'https://youtube.com@169.254.169.254/watch?v=dQw4w9WgXcQ',
  'https://169.254.169.254/watch?v=dQw4w9WgXcQ#youtube.com',
  'https://169.254.169.254\\@youtube.com/watch?v=dQw4w9WgXcQ',
  'https://evilyoutube.com/watch?v=dQw4w9WgXcQ',
  'https://youtu.be.evil.example/dQw4w9WgXcQ',
  'https://127.0.0.1/youtube.com/watch?v=dQw4w9WgXcQ',
  'javascript://youtube.com/watch?v=dQw4w9WgXcQ',
  'file://youtube.com/watch?v=dQw4w9WgXcQ',
  'https://youtube.com/watch?v=../../../etc',
  'https://youtube.com/watch?v=dQw4w9WgXcQ%0d%0a',
  'https://youtube.com/watch?v=<script>abc',
  'https://youtube.com/redirect?q=http://169.254.169.254/',
  'https://youtube.com/attribution_link?u=http://169.254.169.254/watch?v=dQw4w9WgXcQ',
];
