import { Injectable } from '@nestjs/common';
import { typesOf } from '../forms/files.js';
import { type FileField } from '../forms/form-definition.js';
import { type DocumentRefusalCode } from '../pdf/document-inspection.js';
import { PdfService } from '../pdf/pdf.service.js';
import { type TaskOwner } from '../platform/child-process/task-slots.js';
import { sha256 } from '../platform/crypto/tokens.js';

/** A text below `signing.form.problems`. */
type Problem = `file_${'type' | 'no_picture' | 'unreadable' | 'protected' | 'active' | 'complex' | 'unfit'}`;

/** A file as it is kept, or why it is refused. */
export type InspectedFile = { ok: true; bytes: Buffer; type: string } | { ok: false; problem: Problem };

const refused = (problem: Problem): InspectedFile => ({ ok: false, problem });

/** The first bytes of ZIP archives, such as Word documents, which are not converted only to be refused. */
const ZIP = Buffer.from('PK');
const PDF = 'application/pdf';

/** Inspects what signers give: pictures to be drawn are cleaned, and other files are kept as they are or refused. */
@Injectable()
export class FileInspections {
  constructor(private readonly pdf: PdfService) {}

  /** @throws AppError 429 or 503 for too many tasks */
  inspect(field: FileField, bytes: Buffer, owner: TaskOwner): Promise<InspectedFile> {
    return field.kind === 'attachment' ? this.attached(field, bytes, owner) : this.drawn(bytes, owner);
  }

  private async drawn(bytes: Buffer, owner: TaskOwner): Promise<InspectedFile> {
    const cleaned = await this.pdf.cleanPicture(bytes, owner);
    if (cleaned.ok) return { ok: true, bytes: Buffer.from(cleaned.png), type: 'image/png' };
    return refused(cleaned.problem === 'unsupported' ? 'file_no_picture' : 'file_unreadable');
  }

  /** Files whose inspection would remove something are refused, because the signer gives them as they are. */
  private async attached(field: FileField, bytes: Buffer, owner: TaskOwner): Promise<InspectedFile> {
    if (bytes.subarray(0, ZIP.length).equals(ZIP)) return refused('file_type');
    const upload = { size: bytes.length, sha256: sha256(bytes), read: () => Promise.resolve(bytes) };
    const inspected = await this.pdf.inspect(upload, owner);
    if (!inspected.ok) return refused(PROBLEMS[inspected.code] ?? 'file_unfit');
    const { mimeType: type, changes } = inspected;
    if (!typesOf(field).includes(type)) return refused('file_type');
    if (type === PDF && changes.removed.includes('encryption')) return refused('file_protected');
    if (type === PDF && changes.removed.length > 0) return refused('file_active');
    return { ok: true, bytes, type };
  }
}

const PROBLEMS: Partial<Record<DocumentRefusalCode, Problem>> = {
  document_type_unsupported: 'file_type',
  document_password_protected: 'file_protected',
  document_unreadable: 'file_unreadable',
  document_xfa_unsupported: 'file_active',
  document_has_javascript: 'file_active',
  document_has_launch_action: 'file_active',
  document_has_program: 'file_active',
  document_has_submit_action: 'file_active',
  document_has_import_action: 'file_active',
  document_has_network_path: 'file_active',
  document_has_script_link: 'file_active',
  document_has_rich_media: 'file_active',
  document_has_external_content: 'file_active',
  document_too_complex: 'file_complex',
  document_too_many_pages: 'file_complex',
};
