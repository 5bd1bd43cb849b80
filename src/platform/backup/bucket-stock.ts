import { type Bucket } from '../object-storage/bucket.js';
import { BucketFiles } from './bucket-files.js';
import { type FileStock } from './file-stock.port.js';
import { UploadedFiles } from './uploaded-files.js';

/** The stored files in a bucket. @param scratch a folder for lists of them */
export const bucketStock = (bucket: Bucket, scratch: string, settleMs?: number): FileStock => ({
  collect: () => BucketFiles.begin(bucket, scratch, settleMs),
  receive: () => UploadedFiles.begin(bucket),
});
