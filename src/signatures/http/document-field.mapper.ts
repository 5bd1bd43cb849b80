import { type PlainField } from '../documents/document-field.entity.js';
import { type PlacedFieldDto, type PlacedFieldsDto } from './dto/document-fields.dto.js';

function toPlacedField({
  id,
  kind,
  signerEmail,
  signerNumber,
  page,
  box,
  ...field
}: PlainField): PlacedFieldDto {
  const { x, y, width, height } = box;
  const { label, required } = field;
  return { id, kind, signerEmail, signerNumber, page, x, y, width, height, label, required };
}

export function toPlacedFields(fields: PlainField[]): PlacedFieldsDto {
  return { items: fields.map(toPlacedField) };
}
