import { AppError, refusedAll } from '../../common/errors.js';
import { DEFINITION_FAULT_CODES } from '../../forms/form-fault.js';
import { refusal, REFUSAL_CODES } from '../../pdf/document-inspection.js';

/** Examples of what is refused about a definition. Places may lie anywhere until a draft is published. */
export const definitionRefusals = (): AppError[] =>
  DEFINITION_FAULT_CODES.filter((code) => code !== 'place_outside_page').map((code) =>
    refusedAll([{ code, field: 'fields[0]', message: `fields[0] is refused: ${code}` }]),
  );

/** What the inspection of a document refuses. */
export const documentRefusals = (): AppError[] =>
  REFUSAL_CODES.map((code) => {
    const { message } = refusal(code);
    return new AppError(code === 'document_too_large' ? 413 : 400, message, code);
  });
