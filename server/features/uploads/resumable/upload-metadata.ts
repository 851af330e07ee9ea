import { UPLOAD_PURPOSES, type UploadPurpose } from '../../../../contract/uploads.ts';
import { invalidField, type ProblemError } from '../../../problem-error.ts';
import { kindOfName } from '../recognize-upload.ts';
import { keptName } from '../upload-formats.ts';

const FIELD = 'upload-metadata';
const KEY = /^[\x21-\x2b\x2d-\x7e]+$/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * Takes the header of the tus protocol apart: `key base64,key base64,key`.
 * @throws {ProblemError} validation_failed when it is not of that form.
 */
export function parseUploadMetadata(header: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const pair of header.split(',')) {
    const [key = '', encoded = '', ...rest] = pair.trim().split(' ');
    if (!KEY.test(key) || !BASE64.test(encoded) || rest.length > 0 || values.has(key)) throw malformed();
    values.set(key, Buffer.from(encoded, 'base64').toString('utf8'));
  }
  return values;
}

/**
 * What an upload is called and what it is for: by `purpose`, or else by the ending of `filename`.
 * @throws {ProblemError} validation_failed when that cannot be told.
 */
export function readUploadMetadata(header: string): { name: string; purpose: UploadPurpose } {
  const values = parseUploadMetadata(header);
  const name = keptName(values.get('filename') ?? '');
  if (name.trim() === '') throw invalidField(FIELD, 'Name the file: filename and its name in base64.');
  const announced = values.get('purpose');
  const purpose =
    announced === undefined ? purposeOfName(name) : UPLOAD_PURPOSES.find((one) => one === announced);
  if (purpose === undefined) {
    throw invalidField(FIELD, 'Say what the upload is: purpose and, in base64, video or document.');
  }
  return { name, purpose };
}

function purposeOfName(name: string): UploadPurpose | undefined {
  const kind = kindOfName(name);
  if (kind === 'video') return 'video';
  return kind === 'pdf' || kind === 'text' ? 'document' : undefined;
}

const malformed = (): ProblemError =>
  invalidField(FIELD, 'Write pairs of a key and its value in base64, with a comma between pairs.');
