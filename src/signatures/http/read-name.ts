import { plainLine } from '../../common/plain-line.js';
import { MAX_NAME } from '../../common/validation/limits.js';
import { createValidationPipe } from '../../common/validation/validation.pipe.js';
import { RenameDocumentDto } from './dto/request-document.dto.js';

const pipe = createValidationPipe();

/**
 * Validates the name sent with a document like a JSON body.
 * @param fileName - taken if none was sent, as far as it is short enough
 * @returns null if there is neither
 * @throws AppError 400
 */
export async function readName(text: string | undefined, fileName: string): Promise<string | null> {
  if (text === undefined) return plainLine(fileName.slice(0, MAX_NAME)) || null;
  const { name } = (await pipe.transform(
    { name: text },
    { type: 'body', metatype: RenameDocumentDto },
  )) as RenameDocumentDto;
  return name;
}
