import { type DocumentField } from '../documents/document-field.entity.js';
import { type PlacedFieldDto, type PlacedFieldsDto } from './dto/document-fields.dto.js';

function toPlacedField({
  id,
  kind,
  signerEmail,
  signerNumber,
  page,
  box,
  ...field
}: DocumentField): PlacedFieldDto {
  const { x, y, width, height } = box;
  const { label, required } = field;
  return { id, kind, signerEmail, signerNumber, page, x, y, width, height, label, required };
}

export function toPlacedFields(fields: DocumentField[]): PlacedFieldsDto {
  return { items: fields.map(toPlacedField) };
}
