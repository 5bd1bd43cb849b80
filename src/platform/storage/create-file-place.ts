import { type Settings } from '../config/settings.js';
import { openBucket } from '../object-storage/open-bucket.js';
import { DiskFilePlace } from './disk-file-place.engine.js';
import { type FilePlace } from './file-place.port.js';
import { filesFolder } from './files-folder.js';
import { S3FilePlace } from './s3-file-place.engine.js';

/** Where this installation keeps its files. */
export async function createFilePlace(settings: Settings): Promise<FilePlace> {
  const bucket = await openBucket(settings);
  return bucket ? new S3FilePlace(bucket) : new DiskFilePlace(filesFolder(settings.dataDir));
}
