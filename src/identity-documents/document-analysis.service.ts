import { availableParallelism } from 'node:os';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { type ChildTaskLimits } from '../platform/child-process/child-task.js';
import { TaskSlots } from '../platform/child-process/task-slots.js';
import { WorkerPool } from '../platform/child-process/worker-pool.js';
import { type FaceEngineName, Settings } from '../platform/config/settings.js';
import { type DocumentFindings, type ImageInspection } from './document-findings.js';
import { type PortraitPlace } from './face-analyzer.js';
import { type FrameObservation, type Portrait } from './faces.js';

/** What to look for in the picture of a document. */
export interface DocumentQuestion {
  /** YYYY-MM-DD in UTC, to resolve two-digit years. */
  today: string;
  /** Whether this side may carry the barcode of North American licences, which takes long to rule out. */
  mayHaveBarcode: boolean;
  /** Whether a zone is to be expected on this side, so that it is sought in finer detail before it is given up. */
  expectsZone: boolean;
}

/** What the child process that reads documents is asked. */
export type DocumentTask =
  { kind: 'inspect'; image: Uint8Array } | ({ kind: 'analyze'; image: Uint8Array } & DocumentQuestion);

/** What the child process that looks at faces is asked. */
export type FaceTask = { engine: FaceEngineName; image: Uint8Array } & (
  { kind: 'frame' } | { kind: 'portrait'; place: PortraitPlace }
);

const DOCUMENT_ENTRY = 'identity-documents/analyze-document.child';
const FACE_ENTRY = 'identity-documents/analyze-face.child';
const MAX_RESIDENT_MB = 1024;
const INSPECTION_LIMITS: ChildTaskLimits = { timeoutMs: 10_000, maxResidentMb: MAX_RESIDENT_MB };
const ANALYSIS_LIMITS: ChildTaskLimits = { timeoutMs: 20_000, maxResidentMb: MAX_RESIDENT_MB };
const FRAME_LIMITS: ChildTaskLimits = { timeoutMs: 10_000, maxResidentMb: MAX_RESIDENT_MB };

/** An analysis takes a whole core; the other half of them is left to the service and its database. */
const MAX_TASKS = Math.max(1, Math.floor(availableParallelism() / 2));

/** Looks at pictures from outside, in warm child processes that a hostile file may kill. */
@Injectable()
export class DocumentAnalysisService implements OnModuleDestroy {
  private readonly slots = new TaskSlots(MAX_TASKS);
  private readonly documents = new WorkerPool<DocumentTask, unknown>(DOCUMENT_ENTRY, this.slots);
  private readonly faces = new WorkerPool<FaceTask, unknown>(FACE_ENTRY, this.slots);

  constructor(private readonly settings: Settings) {}

  onModuleDestroy(): void {
    this.documents.close();
    this.faces.close();
  }

  /**
   * Whether an upload is a whole JPEG, PNG, WebP or HEIC picture that is large enough to read, and its size.
   * Throws ChildTaskError when the picture killed its reader.
   */
  async inspectImage(image: Buffer, limits: ChildTaskLimits = INSPECTION_LIMITS): Promise<ImageInspection> {
    return (await this.documents.run({ kind: 'inspect', image }, limits)) as ImageInspection;
  }

  /** Reads a document from its picture. Throws ChildTaskError when the picture killed its reader, or `signal` stopped it. */
  async analyzeDocument(
    image: Buffer,
    question: DocumentQuestion,
    signal?: AbortSignal,
    limits: ChildTaskLimits = ANALYSIS_LIMITS,
  ): Promise<DocumentFindings> {
    const task: DocumentTask = { kind: 'analyze', image, ...question };
    return (await this.documents.run(task, limits, { signal })) as DocumentFindings;
  }

  /**
   * The face on the picture of a document, of which `findings` tell how it lies. Throws ChildTaskError as
   * `analyzeDocument` does.
   */
  async readPortrait(
    image: Buffer,
    findings: Pick<DocumentFindings, 'rotation' | 'mrz'>,
    signal?: AbortSignal,
  ): Promise<Portrait> {
    const { rotation, mrz } = findings;
    // The zone of three lines stands on a card's back, without a portrait above it.
    const zone = mrz && mrz.format !== 'TD1' ? mrz.box : null;
    const task: FaceTask = {
      kind: 'portrait',
      engine: this.settings.faceEngine,
      image,
      place: { rotation, zone },
    };
    return (await this.faces.run(task, ANALYSIS_LIMITS, { signal })) as Portrait;
  }

  /**
   * What a frame of the camera shows; null where it is no picture that could be one. Frames go before documents: somebody
   * stands before the camera, and has a minute.
   * Throws ChildTaskError as `analyzeDocument` does.
   */
  async observeFrame(image: Buffer): Promise<FrameObservation | null> {
    const task: FaceTask = { kind: 'frame', engine: this.settings.faceEngine, image };
    return (await this.faces.run(task, FRAME_LIMITS, { isUrgent: true })) as FrameObservation | null;
  }
}
