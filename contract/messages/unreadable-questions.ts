/** Why a file of questions cannot be imported. */
export const UNREADABLE_QUESTIONS = {
  import_broken_json: 'The file is not valid JSON. Nothing was imported; export it again, or correct it.',
  import_broken_xml:
    'The file is not valid XML: line {{line}} cannot be read. Nothing was imported; export it again, or correct that line.',
  import_broken_zip: 'The package is damaged. Nothing was imported; export it again.',
  import_columns:
    'The table does not name its columns. Nothing was imported; name them in the first row: question, option 1, option 2, correct, and, if you like, explanation.',
  import_doctype:
    'The file declares a document type in line {{line}}, which Lectern does not accept. Nothing was imported; remove the declaration.',
  import_encrypted_zip:
    'The package is protected by a password. Nothing was imported; export it without one.',
  import_large_zip:
    'The package contains more than Lectern unpacks: {{files}} files, or {{bytes, bytes}} of XML. Nothing was imported; export fewer questions at a time.',
  import_memory:
    'The file takes too much memory to read. Nothing was imported; export fewer questions at a time.',
  import_no_questions: 'The file contains no questions. Nothing was imported.',
  import_not_text:
    'The file contains characters that cannot be read. Nothing was imported; save it as UTF-8.',
  import_package_without_questions:
    'The package contains no QTI questions. Nothing was imported; export a quiz or a question bank as QTI.',
  import_spreadsheet: 'This is a spreadsheet. Nothing was imported; save it as CSV and choose that file.',
  import_time: 'The file takes too long to read. Nothing was imported; export fewer questions at a time.',
  import_too_deep: 'The elements of the file are nested too deeply in line {{line}}. Nothing was imported.',
  import_too_many_questions:
    'The file contains more than {{maximum}} questions. Nothing was imported; split it.',
  import_too_much_text:
    'The file contains more text than Lectern imports at once. Nothing was imported; split it.',
  import_unknown_format:
    'Lectern does not recognize the format of this file. Nothing was imported; choose GIFT, Moodle XML, Aiken, QTI, CSV or Lectern’s JSON.',
  import_unsafe_zip: 'The package contains file names that lead out of it. Nothing was imported.',
  import_file_gone: 'The file is no longer there. Nothing was imported; choose it again.',
} as const;
