import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { decodeBytes } from './decode-bytes.ts';

const LECTURE =
  'Lecture 7: Smørbrød and Zürich\r\nThe café’s price list – “daily” – names 31 dishes… and the naïve guest pays € 12.\r\n';
const RUSSIAN =
  'Лекция 3. Мост через реку построили в прошлом веке, и он стоит до сих пор.\nВода в заливе солёная.\n';
const JAPANESE = '講義7：川と橋\n川の水は海まで流れます。橋は石でできています。\n';

const textOf = (bytes: Uint8Array): string | null => {
  const decoded = decodeBytes(bytes);
  return decoded.kind === 'text' ? decoded.text : null;
};

describe('Unicode', () => {
  test.each(['utf-8', 'utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'])(
    'decodes %s with and without a byte order mark',
    (encoding) => {
      for (const text of [LECTURE, RUSSIAN])
        for (const addBOM of [true, false])
          expect(textOf(iconv.encode(text, encoding, { addBOM }))).toBe(text);
    },
  );

  test('decodes UTF-32 characters outside the basic multilingual plane', () => {
    expect(textOf(iconv.encode('A family 👩‍👩‍👧 crosses.', 'utf-32le', { addBOM: true }))).toBe(
      'A family 👩‍👩‍👧 crosses.',
    );
  });

  test('keeps U+FFFD, unless most of the text is lost', () => {
    const lost = 'Die Gr\u{FFFD}\u{FFFD}e der Br\u{FFFD}cke.';
    expect(textOf(Buffer.from(lost))).toBe(lost);
    expect(decodeBytes(Buffer.from('\u{FFFD}\u{FFFD}\u{FFFD} \u{FFFD}\u{FFFD} 1897'))).toEqual({
      kind: 'unsure',
      encoding: null,
    });
  });

  test('drops NUL, alone or as padding', () => {
    expect(textOf(Buffer.from('Salt\0 water is\0\0 heavier than fresh water.\0'))).toBe(
      'Salt water is heavier than fresh water.',
    );
    expect(textOf(Buffer.concat([Buffer.from(LECTURE), Buffer.alloc(5000)]))).toBe(LECTURE);
    expect(decodeBytes(Buffer.alloc(5000)).kind).toBe('binary');
  });
});

describe('UTF-8 with stray bytes', () => {
  test.each([
    ['a word', Buffer.from(`${LECTURE}Gr\xf6\xdfe und Geb\xfchr.`, 'latin1'), 'Größe und Gebühr.'],
    ['a quotation mark', Buffer.from('the bridge\x92s arches', 'latin1'), 'the bridge’s arches'],
    [
      'a torn character',
      Buffer.from('the bridge \xe2\x80 and the river', 'latin1'),
      'the bridge  and the river',
    ],
    ['half a letter', Buffer.from('Sm\xc3rbr\xc3', 'latin1'), 'Smrbr'],
    [
      'a line in Windows-1251',
      iconv.encode('Вода в заливе тяжелее, чем вода в реке.', 'windows-1251'),
      'Вода в заливе тяжелее, чем вода в реке.',
    ],
  ])('keeps the text around %s', (_, stray, expected) => {
    const line = stray.subarray(stray.lastIndexOf(0x0a) + 1);
    const bytes = Buffer.concat([Buffer.from(LECTURE), line, Buffer.from(`\r\n${LECTURE}`)]);
    expect(textOf(bytes)).toBe(`${LECTURE}${expected}\r\n${LECTURE}`);
  });

  test('decodes one long line like several lines', () => {
    const line = LECTURE.replaceAll('\r\n', ' ');
    const bytes = Buffer.concat([Buffer.from(line), Buffer.from([0xfc]), Buffer.from(line)]);
    expect(textOf(bytes)).toBe(`${line}ü${line}`);
  });
});

const TEXTS: Readonly<Record<string, string>> = {
  lecture: LECTURE,
  german: 'Die Größe der Brücke überrascht: fünf Bögen, 31 Häuser.\n',
  french: 'L’élève a été reçu à l’école, où la leçon commençait. Ça « dure » une demi-heure.\n',
  spanish: '¿Qué año? ¡El niño llegó mañana! La lección duró 40 minutos.\n',
  portuguese: 'A lição sobre a água e o pão não começou às três; amanhã haverá outra, à tarde.\n',
  danish: 'Rødgrød med fløde på en ø. Året var 1897, og vejret var dårligt; det blæste.\n',
  swedish: 'Bron över älven är från år 1897, och den är längst.\n',
  finnish: 'Tämä silta on vanha, ja se ylittää leveän joen. Väinö näkee sen yöllä.\n',
  polish: 'Najdłuższy most ma 47 łuków. Woda słona jest cięższa niż słodka, więc źródło płynie.\n',
  czech: 'Nejdelší most má 47 oblouků. Slaná voda je těžší než sladká, a proto přístav v zimě nezamrzá.\n',
  hungarian:
    'A leghosszabb híd negyvenhét íves. A sós víz nehezebb az édesvíznél, ezért a kikötő télen is működik. Erről szól a következő előadás.\n',
  croatian:
    'Najduži most ima 47 lukova. Slana voda je teža od slatke, i zato luka ne može zamrznuti; voće i češnjak, žaba.\n',
  romanian:
    'Cel mai lung pod are 47 de arce. Apa sărată este mai grea decât apa dulce, de aceea portul rămâne deschis şi iarna în fiecare ţară.\n',
  turkish:
    'En uzun köprünün kırk yedi kemeri var. Tuzlu su tatlı sudan ağırdır, bu yüzden liman kışın açıktır.\n',
  lithuanian:
    'Ilgiausias tiltas turi keturiasdešimt septynias arkas. Sūrus vanduo yra sunkesnis už gėlą, todėl žiemą uostas neužšąla.\n',
  estonian: 'Õpilane õpib füüsikat ja ütleb, et öö on pikk. Žürii jäi šokki.\n',
  latvian: 'Šūna ir mazākā dzīvības vienība. Augi ražo cukuru, un saknes to uzglabā ļoti ilgi.\n',
  russian: RUSSIAN,
  ukrainian:
    'Найдовший міст має сорок сім арок. Солона вода важча за прісну, і тому порт узимку відкритий.\n',
  bulgarian: 'Най-дългият мост има четиридесет и седем арки. Солената вода е по-тежка от прясната.\n',
  greek: 'Η μεγαλύτερη γέφυρα έχει σαράντα επτά τόξα. Το αλμυρό νερό είναι βαρύτερο από το γλυκό.\n',
  hebrew: 'לגשר הארוך ביותר יש ארבעים ושבע קשתות. מים מלוחים כבדים ממים מתוקים.\n',
  arabic: 'يحتوي أطول جسر على سبعة وأربعين قوسا. الماء المالح أثقل من الماء العذب.\n',
  thai: 'สะพานที่ยาวที่สุดมีสี่สิบเจ็ดโค้ง น้ำเค็มหนักกว่าน้ำจืด\n',
  japanese: JAPANESE,
  chinese: '最长的桥有四十七个拱。盐水比淡水重，所以这个港口在冬天也是开放的。我们在这里学习。\n',
  traditional: '最長的橋有四十七個拱。鹽水比淡水重，所以這個港口在冬天也是開放的。我們在這裡學習。\n',
  korean:
    '가장 긴 다리에는 마흔일곱 개의 아치가 있습니다. 소금물은 민물보다 무겁고 그래서 항구는 겨울에도 열려 있습니다.\n',
};

describe('older encodings', () => {
  test.each([
    [
      'windows-1252',
      ['lecture', 'german', 'french', 'spanish', 'portuguese', 'danish', 'swedish', 'finnish', 'estonian'],
    ],
    ['macintosh', ['lecture', 'german', 'french', 'spanish', 'portuguese', 'danish', 'swedish']],
    ['windows-1250', ['polish', 'czech', 'hungarian', 'croatian', 'romanian', 'german']],
    ['iso-8859-2', ['polish', 'czech', 'hungarian', 'croatian', 'romanian']],
    ['windows-1254', ['turkish']],
    ['windows-1257', ['lithuanian', 'latvian', 'estonian']],
    ['windows-1251', ['russian', 'ukrainian', 'bulgarian']],
    ['koi8-u', ['russian', 'ukrainian']],
    ['ibm866', ['russian', 'bulgarian']],
    ['iso-8859-5', ['russian', 'bulgarian']],
    ['windows-1253', ['greek']],
    ['windows-1255', ['hebrew']],
    ['windows-1256', ['arabic']],
    ['windows-874', ['thai']],
    ['shift_jis', ['japanese']],
    ['euc-jp', ['japanese']],
    ['gb18030', ['chinese', 'traditional']],
    ['big5', ['traditional']],
    ['euc-kr', ['korean']],
  ] as const)('reads %s', (encoding, names) => {
    for (const name of names) {
      const bytes = iconv.encode(TEXTS[name] ?? '', encoding);
      expect.soft(textOf(bytes), name).toBe(iconv.decode(bytes, encoding));
    }
  });
});

describe('uncertain encodings', () => {
  test.each([
    ['a few characters', iconv.encode('川と橋', 'shift_jis'), 'Shift-JIS'],
    ['an encoding without a decoder', iconv.encode('Größe und Gebühr café', 'cp850'), null],
    ['frames of a terminal', iconv.encode('├── folder\n└── file', 'cp437'), 'Windows-1251'],
  ])('names the most likely encoding of %s', (_, bytes, encoding) => {
    expect(decodeBytes(bytes)).toEqual({ kind: 'unsure', encoding });
  });

  test('decodes capitals only with an encoding in which they are capitals', () => {
    const capitals = RUSSIAN.toUpperCase();
    for (const encoding of ['windows-1251', 'koi8-r', 'ibm866'])
      expect([capitals, null]).toContain(textOf(iconv.encode(capitals, encoding)));
  });

  test('is certain about a long text with a few symbols', () => {
    const text = `${'Plain words of a lecture follow here. '.repeat(40)}Price: 5 ¤.`;
    expect(textOf(iconv.encode(text, 'latin1'))).not.toBeNull();
  });

  test('recognizes binary data', () => {
    expect(decodeBytes(Uint8Array.from({ length: 2000 }, (_, index) => (index * 7919) % 256)).kind).toBe(
      'binary',
    );
  });
});
