/** What is known about the files of signers, for other rooms. */
export { FILE_TYPES, fileName, MAX_ATTACHMENT_BYTES, MAX_FILES_BYTES, typesOf } from './values/files.js';
