import { describeFileStore } from './testing/describe-file-store.ts';

describeFileStore('Azure');
describeFileStore('S3');
