import { availableParallelism } from 'node:os';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { type ChildTaskLimits } from '../platform/child-process/child-task.js';
import { type ChildRights } from '../platform/child-process/permission-model.js';
import { type TaskOwner, TaskSlots } from '../platform/child-process/task-slots.js';
import { WorkerPool } from '../platform/child-process/worker-pool.js';
import { isDocumentAnswer, isFaceAnswer, isRereadAnswer } from './analysis/analysis-answers.js';
import {
  type DocumentAnalysisOptions,
  type DocumentTask,
  type FaceTask,
  type RereadTask,
} from './analysis/analysis-task.js';
import { type DocumentFindings, type ImageInspection } from './document-findings.js';
import { type PrintedText } from './engines/text/printed-text.js';
import { hasSecondReader, SECOND_TEXT_ENGINE } from './engines/text/second-reader/installation.js';
import { type FrameObservation, type Portrait } from './faces.js';
import { isUnsettled } from './print-verdict.js';

const DOCUMENT_ENTRY = 'identity-documents/analyze-document.child';
const FACE_ENTRY = 'identity-documents/analyze-face.child';
const REREAD_ENTRY = 'identity-documents/reread-page.child';
const MAX_RESIDENT_MB = 1024;
export const INSPECTION_LIMITS: ChildTaskLimits = { timeoutMs: 10_000, maxResidentMb: MAX_RESIDENT_MB };
const ANALYSIS_LIMITS: ChildTaskLimits = { timeoutMs: 20_000, maxResidentMb: MAX_RESIDENT_MB };
/** Measured: up to 610 MB. */
const REREAD_LIMITS: ChildTaskLimits = { timeoutMs: 20_000, maxResidentMb: 800 };
const FRAME_LIMITS: ChildTaskLimits = { timeoutMs: 10_000, maxResidentMb: MAX_RESIDENT_MB };

/** A picture's bytes, or a function to read them once a process is free, so waiting pictures take no memory. */
type Picture = Buffer | (() => Promise<Buffer>);

/** Both decode pictures with sharp; the text reader runs in a thread. */
const DOCUMENT_RIGHTS: ChildRights = { addons: true, threads: true };
const FACE_RIGHTS: ChildRights = { addons: true };
const REREAD_RIGHTS: ChildRights = { addons: true };

/** One analysis saturates a core; half of the cores stay free for the service and its database. */
export const ANALYSIS_SLOTS = { slots: Math.max(1, Math.floor(availableParallelism() / 2)) };

/** Analyses untrusted images in warm child processes, so a hostile file can only crash a child. */
@Injectable()
export class DocumentAnalysisService implements OnApplicationShutdown {
  private readonly slots = new TaskSlots(ANALYSIS_SLOTS);
  private readonly documents = new WorkerPool<DocumentTask, unknown>(DOCUMENT_ENTRY, this.slots, {
    isAnswer: isDocumentAnswer,
    rights: DOCUMENT_RIGHTS,
  });
  private readonly faces = new WorkerPool<FaceTask, unknown>(FACE_ENTRY, this.slots, {
    isAnswer: isFaceAnswer,
    rights: FACE_RIGHTS,
  });

  private readonly readers = new WorkerPool<RereadTask, unknown>(REREAD_ENTRY, this.slots, {
    isAnswer: isRereadAnswer,
    rights: REREAD_RIGHTS,
    maxProcesses: 1,
  });
  /** One at a time, because its networks take so much memory. */
  private readonly reader = new TaskSlots({ slots: 1 });

  private readonly logger = new Logger(DocumentAnalysisService.name);

  /** Runs last: requests and jobs may still need it before. */
  onApplicationShutdown(): void {
    this.documents.close();
    this.faces.close();
    this.readers.close();
  }

  /**
   * Checks that an upload is a complete JPEG, PNG, WebP or HEIC image of a usable size.
   * Throws ChildTaskError if the child crashes or exceeds its limits, and as `TaskSlots.run` does.
   */
  async inspectImage(
    image: Picture,
    owner: TaskOwner,
    limits: ChildTaskLimits = INSPECTION_LIMITS,
  ): Promise<ImageInspection> {
    const read = async (): Promise<DocumentTask> => ({ kind: 'inspect', image: await bytesOf(image) });
    return (await this.documents.run(read, limits, owner)) as ImageInspection;
  }

  /**
   * Reads a document. A page whose print neither confirms nor contradicts its MRZ is also read by the second reader.
   * Throws as `inspectImage` does.
   */
  async analyzeDocument(
    image: Buffer,
    options: DocumentAnalysisOptions,
    owner: TaskOwner,
    limits: ChildTaskLimits = ANALYSIS_LIMITS,
  ): Promise<DocumentFindings> {
    const task: DocumentTask = { kind: 'analyze', image, ...options };
    const findings = (await this.documents.run(() => task, limits, owner)) as DocumentFindings;
    if (!hasSecondReader() || !isUnsettled(findings, options.today)) return findings;
    const reread = await this.reread({ image, mrzBox: findings.mrz!.box }, owner);
    return reread
      ? { ...findings, reread, engineVersion: `${findings.engineVersion} ${SECOND_TEXT_ENGINE}` }
      : findings;
  }

  /** If the second reader fails, or its queue is full, the page counts as read once. */
  private async reread(task: RereadTask, owner: TaskOwner): Promise<PrintedText | null> {
    try {
      const run = () => this.readers.run(() => task, REREAD_LIMITS, owner);
      return (await this.reader.run(run, owner)) as PrintedText;
    } catch (error) {
      owner.signal?.throwIfAborted();
      this.logger.warn(`A page was not read a second time: ${(error as Error).message}`);
      return null;
    }
  }

  /**
   * Finds the portrait on a document whose position is known from `findings`.
   * Throws as `inspectImage` does.
   */
  async readPortrait(
    image: Buffer,
    findings: Pick<DocumentFindings, 'rotation' | 'mrz'>,
    owner: TaskOwner,
  ): Promise<Portrait> {
    const { rotation, mrz } = findings;
    // A TD1 MRZ is on the back of the card, with no portrait above it.
    const mrzBox = mrz && mrz.format !== 'TD1' ? mrz.box : null;
    const task: FaceTask = {
      kind: 'portrait',
      image,
      place: { rotation, mrzBox },
    };
    return (await this.faces.run(() => task, ANALYSIS_LIMITS, owner)) as Portrait;
  }

  /**
   * Detects faces in a camera frame; null if the bytes are not a plausible frame. Frames overtake documents
   * because someone is waiting in front of the camera.
   * Throws as `inspectImage` does.
   */
  async observeFrame(image: Picture, owner: TaskOwner): Promise<FrameObservation | null> {
    const read = async (): Promise<FaceTask> => ({ kind: 'frame', image: await bytesOf(image) });
    const observed = await this.faces.run(read, FRAME_LIMITS, owner, { isUrgent: true });
    return observed as FrameObservation | null;
  }
}

const bytesOf = async (image: Picture) => (typeof image === 'function' ? image() : image);
