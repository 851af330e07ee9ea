import { element } from './element.ts';

/** QTI 2.1 and 3.0 have the same elements; 3.0 writes `assessmentItem` as `qti-assessment-item`, attributes too. */
export interface QtiDialect {
  readonly namespace: string;
  readonly manifestNamespace: string;
  readonly schema: string;
  readonly schemaVersion: string;
  readonly testType: string;
  readonly itemType: string;
  readonly matchCorrect: string;
  readonly isKebab: boolean;
}

export const QTI_2_1: QtiDialect = {
  namespace: 'http://www.imsglobal.org/xsd/imsqti_v2p1',
  manifestNamespace: 'http://www.imsglobal.org/xsd/imscp_v1p1',
  schema: 'QTIv2.1 Package',
  schemaVersion: '1.0.0',
  testType: 'imsqti_test_xmlv2p1',
  itemType: 'imsqti_item_xmlv2p1',
  matchCorrect: 'http://www.imsglobal.org/question/qti_v2p1/rptemplates/match_correct',
  isKebab: false,
};

export const QTI_3_0: QtiDialect = {
  namespace: 'http://www.imsglobal.org/xsd/imsqtiasi_v3p0',
  manifestNamespace: 'http://www.imsglobal.org/xsd/qti/qtiv3p0/imscp_v1p1',
  schema: 'QTI Package',
  schemaVersion: '3.0.0',
  testType: 'imsqti_test_xmlv3p0',
  itemType: 'imsqti_item_xmlv3p0',
  matchCorrect: 'https://purl.imsglobal.org/spec/qti/v3p0/rptemplates/match_correct.xml',
  isKebab: true,
};

const kebab = (name: string): string => name.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);

/** An element of QTI, named as 2.1 names it. @param content markup. */
export function qti(
  { isKebab }: QtiDialect,
  name: string,
  attributes: Readonly<Record<string, string>> = {},
  content = '',
): string {
  if (!isKebab) return element(name, attributes, content);
  const renamed = Object.entries(attributes).map(([attribute, value]): [string, string] => [
    kebab(attribute),
    value,
  ]);
  return element(`qti-${kebab(name)}`, Object.fromEntries<string>(renamed), content);
}
