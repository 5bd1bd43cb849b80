import { plainLines } from '../../common/plain-line.js';
import { reasonForSigners } from '../../signatures/domain/cancellation.js';
import { awaitedBefore, inTurn, turnOf } from '../../signatures/domain/signing-order.policy.js';
import { type ReaderContext } from '../domain/reader-context.js';
import {
  mayConfirm,
  mayDecide,
  mayHaveCopy,
  mayRead,
  type ReaderObstacle,
} from '../domain/reader-step.policy.js';
import { type ReaderAddresses, readerAddressesOf } from '../reader-addresses.js';
import { displayName } from './earlier.view-model.js';
import { toDocumentModels, toPageModel } from './signing-page.view-model.js';

/** How far somebody has come. */
interface ProgressRow {
  name: string;
  /** The key of what they are asked to do. */
  task: string;
  /** The key of where they stand. */
  state: string;
  /** ISO 8601; null if they have not acted. */
  at: string | null;
}

/** The common model of every page. */
export function toReaderModel({ recipient, isOpened, seen, linkVoidReason }: ReaderContext): object {
  const { action } = recipient;
  const addresses: ReaderAddresses = readerAddressesOf(seen.token);
  return {
    ...toPageModel(seen, 'landing'),
    action,
    isReader: true,
    mayHandOver: false,
    openingAddress: isOpened || linkVoidReason !== null ? null : addresses.opened,
    addresses,
    documents: toDocumentModels(seen, addresses),
  };
}

/** The first page: who asks for what, and who has done what so far. */
export function toReaderLanding(context: ReaderContext): object {
  const { recipient, seen } = context;
  return {
    ...toReaderModel(context),
    heading: `reading.landing.${recipient.action}.heading`,
    lead: `reading.landing.${recipient.action}.lead`,
    windowTitle: `reading.landing.${recipient.action}.title`,
    message: plainLines(seen.signature.messageContent),
    progress: progressOf(context),
    leaveAddress: mayDecide(context) ? readerAddressesOf(seen.token).reject : null,
  };
}

/** What the page of the document has besides the pages themselves. */
export function toReaderDocument(context: ReaderContext): object {
  const { recipient } = context;
  return {
    ...toReaderModel(context),
    notice: { title: 'reading.document.unsigned.title', words: 'reading.document.unsigned.text' },
    mayDecide: mayDecide(context),
    mayConfirm: mayConfirm(context),
    isRequired: recipient.required,
  };
}

const SIGNS: Record<ReaderObstacle, { icon: string; tone: string; status: number }> = {
  cancelled: { icon: 'cross', tone: '', status: 410 },
  replaced: { icon: 'mail', tone: 'warn', status: 410 },
  removed: { icon: 'cross', tone: '', status: 410 },
  completed: { icon: 'check', tone: 'good', status: 200 },
  rejected_by_you: { icon: 'cross', tone: '', status: 200 },
  rejected_by_other: { icon: 'cross', tone: '', status: 200 },
  expired: { icon: 'clock', tone: 'warn', status: 410 },
  approved: { icon: 'check', tone: 'good', status: 200 },
  viewed: { icon: 'check', tone: 'good', status: 200 },
  not_open: { icon: 'clock', tone: '', status: 200 },
  not_your_turn: { icon: 'clock', tone: '', status: 200 },
};
/** The holder of such a link learns nothing more about the request. */
const TOLD_NOTHING: readonly ReaderObstacle[] = ['replaced', 'removed', 'cancelled', 'expired'];

/** The page that explains why there is nothing to do, and how far everyone has come. */
export function toReaderSide(
  context: ReaderContext,
  obstacle: ReaderObstacle,
): { status: number; model: object } {
  const { recipient, seen } = context;
  const { status, icon, tone } = SIGNS[obstacle];
  const isTold = !TOLD_NOTHING.includes(obstacle);
  const model = {
    ...toReaderModel(context),
    icon,
    tone,
    heading: `reading.side.${obstacle}.title`,
    words: `reading.side.${obstacle}.text`,
    reason: obstacle === 'cancelled' ? reasonForSigners(seen.signature) : null,
    actedAt: (isTold && recipient.actedAt?.toISOString()) || null,
    progress: isTold ? progressOf(context) : [],
    mayRead: mayRead(context),
    hasCopy: mayHaveCopy(context),
  };
  return { status, model };
}

/** Everyone who has a part in the request, in the order of their turns. */
export function progressOf({ recipient: reader, seen }: ReaderContext): ProgressRow[] {
  const { signers, recipients } = seen;
  const now = inTurn(seen);
  const stateOf = (each: { order: number | null; status: string }, isTurn: boolean) => {
    if (each.status !== 'pending') return each.status;
    if (isTurn) return 'turn';
    const { signers: before, recipients: others } = awaitedBefore(seen, each);
    return before.length + others.length > 0 ? 'later' : 'open';
  };
  const rows = [
    ...signers.map((signer) => ({
      turn: turnOf(signer),
      name: displayName(signer),
      task: 'sign',
      state: stateOf(signer, now.signers.includes(signer)),
      at: (signer.signedAt ?? signer.rejectedAt)?.toISOString() ?? null,
    })),
    // Who gets copies is between them and the sender.
    ...recipients
      .filter(({ action, id }) => action !== 'copy' || id === reader.id)
      .map((each) => ({
        turn: turnOf(each),
        name: displayName(each),
        task: each.action,
        state: each.action === 'copy' ? 'told' : stateOf(each, now.recipients.includes(each)),
        at: each.actedAt?.toISOString() ?? null,
      })),
  ];
  return rows
    .sort((a, b) => a.turn - b.turn)
    .map(({ name, task, state, at }) => ({
      name,
      task: `reading.progress.tasks.${task}`,
      state: `reading.progress.states.${state}`,
      at,
    }));
}
