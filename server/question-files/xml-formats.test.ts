import { describe, expect, test } from 'vitest';
import { fitPart } from './fit-question.ts';
import { readText } from './parse-question-file.ts';
import type { FilePart } from './question-file.ts';

const read = (text: string): FilePart[] => readText(text).parts.map(fitPart);
const only = (text: string): FilePart => read(text)[0] ?? expect.fail();

const moodle = (...questions: string[]): string =>
  `<?xml version="1.0"?>\n<quiz>\n${questions.join('\n')}\n</quiz>`;
const moodleChoice = (inner: string): string =>
  `<question type="multichoice"><name><text>N</text></name><questiontext format="html"><text><![CDATA[<p>Which gas do <em>leaves</em> take in?</p>]]></text></questiontext>${inner}</question>`;
const answer = (fraction: string, text: string, feedback = ''): string =>
  `<answer fraction="${fraction}" format="html"><text>${text}</text><feedback format="html"><text>${feedback}</text></feedback></answer>`;

describe('Moodle XML', () => {
  test('reads what Moodle exports, and says what it leaves out', () => {
    const part = only(
      moodle(
        moodleChoice(
          `<generalfeedback format="html"><text><![CDATA[<p>They take in CO<sub>2</sub>.</p>]]></text></generalfeedback><defaultgrade>2.0</defaultgrade><single>true</single>${answer('100', '<![CDATA[<p>carbon dioxide <img src="@@PLUGINFILE@@/a.png" alt="molecule"></p>]]>')}${answer('50', '&lt;p&gt;air&lt;/p&gt;', 'Nearly.')}${answer('0', 'oxygen')}<hint format="html"><text>Think of CO2.</text></hint><tags><tag><text>bloom:apply</text></tag><tag><text>week 1</text></tag></tags>`,
        ),
      ),
    );
    expect(part).toMatchObject({
      place: { item: 1, line: 3 },
      question: {
        text: 'Which gas do leaves take in?',
        options: [
          { text: 'carbon dioxide [image: molecule]', is_correct: true },
          { text: 'air', is_correct: false },
          { text: 'oxygen', is_correct: false },
        ],
        explanation: 'They take in CO_2.',
        level: 'apply',
        difficulty: null,
      },
    });
    expect('notes' in part && part.notes.toSorted()).toEqual([
      'hints',
      'images',
      'option_feedback',
      'partial_credit',
      'points',
      'tags',
    ]);
  });

  test('lists other types with their lines', () => {
    const other = (type: string): string =>
      `<question type="${type}"><questiontext><text>About ${type}</text></questiontext><answer fraction="100"><text>4</text></answer></question>`;
    const types = [
      'matching',
      'numerical',
      'cloze',
      'shortanswer',
      'calculated',
      'ddmarker',
      'description',
      'coderunner',
    ];
    const parts = read(
      moodle(
        '<question type="category"><category><text>$course$/top/Week 1 // light</text></category></question>',
        ...types.map(other),
      ),
    );
    expect(parts.map(({ place }) => place.line)).toEqual([4, 5, 6, 7, 8, 9, 10, 11]);
    expect(
      parts.map((part) => 'unread' in part && [part.unread.reason, part.unread.detail, part.unread.text]),
    ).toEqual(
      [
        'matching',
        'numerical',
        'cloze',
        'short_answer',
        'calculated',
        'graphic',
        'description',
        'other_type',
      ].map((reason, index) => [reason, types[index], `About ${types[index] ?? ''}\n- 4`]),
    );
  });

  test('does not take several right answers for one', () => {
    const several = moodleChoice(
      `<single>false</single>${answer('50', 'a')}${answer('50', 'b')}${answer('-50', 'c')}`,
    );
    const one = moodleChoice(`<single>false</single>${answer('100', 'a')}${answer('-100', 'b')}`);
    const none = moodleChoice(`${answer('50', 'a')}${answer('0', 'b')}`);
    const [first, second, third] = read(moodle(several, one, none));
    expect(first).toMatchObject({
      unread: { reason: 'several_right', text: 'Which gas do leaves take in?\nA. a ✓\nB. b ✓\nC. c' },
    });
    expect(second).toMatchObject({ question: { options: [{ is_correct: true }, { is_correct: false }] } });
    expect(third).toMatchObject({ unread: { reason: 'no_right' } });
  });

  test('reads true or false', () => {
    const question = `<question type="truefalse"><questiontext><text>Ice floats.</text></questiontext>${answer('100', 'true')}${answer('0', 'false')}</question>`;
    expect(only(moodle(question))).toMatchObject({
      question: {
        options: [
          { text: 'True', is_correct: true },
          { text: 'False', is_correct: false },
        ],
      },
    });
  });
});

const canvasItem = (type: string, presentation: string, processing: string): string =>
  `<item ident="g1" title="Q"><itemmetadata><qtimetadata><qtimetadatafield><fieldlabel>question_type</fieldlabel><fieldentry>${type}</fieldentry></qtimetadatafield><qtimetadatafield><fieldlabel>points_possible</fieldlabel><fieldentry>1.0</fieldentry></qtimetadatafield></qtimetadata></itemmetadata><presentation><material><mattext texttype="text/html">&lt;div&gt;&lt;p&gt;Which one is &lt;em&gt;right&lt;/em&gt;? &lt;img class="equation_image" alt="LaTeX: x" data-equation-content="x^2"&gt;&lt;/p&gt;&lt;/div&gt;</mattext></material>${presentation}</presentation><resprocessing><outcomes><decvar maxvalue="100" minvalue="0" varname="SCORE" vartype="Decimal"/></outcomes><respcondition continue="Yes"><conditionvar><other/></conditionvar><displayfeedback feedbacktype="Response" linkrefid="general_fb"/></respcondition>${processing}</resprocessing><itemfeedback ident="general_fb"><flow_mat><material><mattext texttype="text/html">&lt;p&gt;Because.&lt;/p&gt;</mattext></material></flow_mat></itemfeedback></item>`;
const canvas = (...items: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<questestinterop xmlns="http://www.imsglobal.org/xsd/ims_qtiasiv1p2"><assessment ident="a" title="Week 1"><section ident="root_section">\n${items.join('\n')}\n</section></assessment></questestinterop>`;
const label = (ident: string, text: string): string =>
  `<response_label ident="${ident}"><material><mattext texttype="text/plain">${text}</mattext></material></response_label>`;
const choices = `<response_lid ident="response1" rcardinality="Single"><render_choice>${label('10', 'first')}${label('20', 'second')}</render_choice></response_lid>`;
const right = (ident: string, score = 100): string =>
  `<respcondition continue="No"><conditionvar><varequal respident="response1">${ident}</varequal></conditionvar><setvar action="Set" varname="SCORE">${score}</setvar></respcondition>`;

describe('QTI 1.2', () => {
  test('reads what Canvas exports', () => {
    const text = canvas(
      canvasItem('multiple_choice_question', choices, right('20')),
      canvasItem(
        'essay_question',
        '<response_str ident="response1" rcardinality="Single"><render_fib/></response_str>',
        '',
      ),
      canvasItem('multiple_answers_question', choices.replace('Single', 'Multiple'), right('10')),
      canvasItem('matching_question', choices, right('10')),
      canvasItem('multiple_choice_question', choices, ''),
      canvasItem(
        'multiple_choice_question',
        choices,
        right('10').replace('<varequal', '<not><varequal').replace('</varequal>', '</varequal></not>'),
      ),
    );
    const parts = read(text);
    expect(readText(text)).toMatchObject({ format: 'qti_1', name: 'Week 1' });
    expect(parts[0]).toEqual({
      place: { item: 1, line: 3, file: null },
      notes: ['formulas'],
      question: {
        text: 'Which one is right? $x^2$',
        type: 'multiple_choice',
        options: [
          { text: 'first', is_correct: false },
          { text: 'second', is_correct: true },
        ],
        explanation: 'Because.',
        quote: null,
        level: null,
        difficulty: null,
        outcome: null,
        key_points: [],
        rubric: null,
      },
    });
    expect(parts[1]).toMatchObject({ question: { type: 'essay' } });
    expect(parts.slice(2).map((part) => 'unread' in part && part.unread.reason)).toEqual([
      'several_right',
      'matching',
      'no_right',
      'no_right',
    ]);
  });

  test('recognizes the kind of an item without metadata by its responses', () => {
    const item = (presentation: string): string =>
      `<item ident="i"><presentation><flow><material><mattext>Name it.</mattext></material>${presentation}</flow></presentation></item>`;
    const text = `<questestinterop>${item('<response_str ident="r"><render_fib/></response_str>')}${item('<response_num ident="r"><render_fib/></response_num>')}${item('<response_xy ident="r"><render_hotspot/></response_xy>')}${item('')}</questestinterop>`;
    expect(read(text).map((part) => ('unread' in part ? part.unread.reason : part.question.type))).toEqual([
      'essay',
      'numerical',
      'graphic',
      'description',
    ]);
  });
});

const item2 = (
  body: string,
  declaration = '<correctResponse><value>ChoiceA</value></correctResponse>',
  rest = '',
): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="choice" title="Unattended Luggage" adaptive="false" timeDependent="false"><responseDeclaration identifier="RESPONSE" cardinality="single" baseType="identifier">${declaration}</responseDeclaration><itemBody>${body}</itemBody><responseProcessing template="http://www.imsglobal.org/question/qti_v2p1/rptemplates/match_correct"/>${rest}</assessmentItem>`;
const choice2 =
  '<choiceInteraction responseIdentifier="RESPONSE" shuffle="false" maxChoices="1"><prompt>What does it say?</prompt><simpleChoice identifier="ChoiceA">You must stay with your luggage at all times.<feedbackInline outcomeIdentifier="FEEDBACK" identifier="ChoiceA">Yes.</feedbackInline></simpleChoice><simpleChoice identifier="ChoiceB">Do not let someone else look after it.</simpleChoice></choiceInteraction>';

describe('QTI 2', () => {
  test('reads the example of the standard', () => {
    const part = only(
      item2(
        `<p>Look at the text in the picture.</p><p><img src="images/sign.png" alt="NEVER LEAVE LUGGAGE UNATTENDED"/></p>${choice2}`,
      ),
    );
    expect(part).toMatchObject({
      place: { item: 1, line: 2 },
      notes: ['images', 'option_feedback'],
      question: {
        text: 'Look at the text in the picture.\n[image: NEVER LEAVE LUGGAGE UNATTENDED]\nWhat does it say?',
        options: [
          { text: 'You must stay with your luggage at all times.', is_correct: true },
          { text: 'Do not let someone else look after it.', is_correct: false },
        ],
      },
    });
  });

  test('reads the layout of TAO, a mapping instead of a key, and MathML', () => {
    const mapping =
      '<mapping defaultValue="0"><mapEntry mapKey="ChoiceB" mappedValue="1"/><mapEntry mapKey="ChoiceA" mappedValue="0"/></mapping>';
    const math =
      '<m:math xmlns:m="http://www.w3.org/1998/Math/MathML"><m:semantics><m:mi>x</m:mi><m:annotation encoding="application/x-tex">x^{2}</m:annotation></m:semantics></m:math>';
    const part = only(
      item2(
        `<div class="grid-row"><div class="col-12">What is ${math}?${choice2.replace(/<prompt>.*<\/prompt>/u, '')}</div></div>`,
        mapping,
        '<modalFeedback outcomeIdentifier="F" identifier="a" showHide="show"><p>It is a square.</p></modalFeedback>',
      ),
    );
    expect(part).toMatchObject({
      notes: ['formulas', 'option_feedback'],
      question: {
        text: 'What is $x^{2}$?',
        options: [{ is_correct: false }, { is_correct: true }],
        explanation: 'It is a square.',
      },
    });
  });

  test.each([
    ['<p>An essay</p><extendedTextInteraction responseIdentifier="RESPONSE"/>', 'essay'],
    ['<p>Fill <textEntryInteraction responseIdentifier="RESPONSE"/></p>', 'short_answer'],
    ['<matchInteraction responseIdentifier="RESPONSE"/>', 'matching'],
    ['<orderInteraction responseIdentifier="RESPONSE"/>', 'ordering'],
    ['<hotspotInteraction responseIdentifier="RESPONSE"/>', 'graphic'],
    ['<uploadInteraction responseIdentifier="RESPONSE"/>', 'file_upload'],
    ['<p>Only text</p>', 'description'],
    [`${choice2}${choice2}`, 'several_parts'],
    [choice2.replace('RESPONSE', 'OTHER'), 'no_right'],
  ])('%s is %s', (body, expected) => {
    const part = only(item2(body));
    expect('unread' in part ? part.unread.reason : part.question.type).toBe(expected);
  });
});

test('QTI 3 is read with its own names', () => {
  const text = `<qti-assessment-item xmlns="http://www.imsglobal.org/xsd/imsqtiasi_v3p0" identifier="i" title="t"><qti-response-declaration identifier="RESPONSE" cardinality="single" base-type="identifier"><qti-correct-response><qti-value>B</qti-value></qti-correct-response></qti-response-declaration><qti-item-body><p>Which?</p><pre><code class="language-c">a &lt; b;
c;</code></pre><qti-choice-interaction response-identifier="RESPONSE" max-choices="1"><qti-simple-choice identifier="A">one</qti-simple-choice><qti-simple-choice identifier="B">two</qti-simple-choice></qti-choice-interaction></qti-item-body></qti-assessment-item>`;
  expect(readText(text).format).toBe('qti_3');
  expect(only(text)).toMatchObject({
    question: {
      text: 'Which?\n```c\na < b;\nc;\n```',
      options: [{ text: 'one' }, { text: 'two', is_correct: true }],
    },
  });
});
