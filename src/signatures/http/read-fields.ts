import { invalid } from '../../common/errors.js';
import { createValidationPipe } from '../../common/validation/validation.pipe.js';
import { type DocumentFieldDto, PlaceFieldsDto } from './dto/document-fields.dto.js';

const pipe = createValidationPipe();

/** Validates the fields sent with a document like a JSON body. @throws AppError 400 naming the problems */
export async function readFields(text: string | undefined): Promise<DocumentFieldDto[]> {
  if (text === undefined || text === '') return [];
  const body = { fields: parse(text) };
  const { fields } = (await pipe.transform(body, {
    type: 'body',
    metatype: PlaceFieldsDto,
  })) as PlaceFieldsDto;
  return fields;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid({ field: 'fields', message: 'fields must be a JSON array' });
  }
}
