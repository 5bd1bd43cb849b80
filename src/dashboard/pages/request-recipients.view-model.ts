import { inTurn as inTurnOf, isReached } from '../../signatures/domain/signing-order.policy.js';
import { type Recipient } from '../../signatures/recipients/recipient.entity.js';
import { type Signature } from '../../signatures/signature.entity.js';
import { type SignatureAuditEvent } from '../../signatures/signature-audit-event.entity.js';
import { type Signer } from '../../signatures/signers/signer.entity.js';
import { isOpen } from './request-signers.view-model.js';
import { type Remarks } from './signature-pages.js';

const TONES = {
  ...{ approved: 'good', viewed: 'good', told: 'good', rejected: 'bad' },
  ...{ turn: 'info', reading: 'none', later: 'none', pending: 'none' },
} as const;

interface People {
  signers: readonly Signer[];
  recipients: readonly Recipient[];
}

/** Those who do not sign a request, on its page, each with what a member can do for them now. */
export function toRecipientRows(
  request: Pick<Signature, 'status' | 'deletedAt'>,
  people: People,
  trail: readonly SignatureAuditEvent[],
  { wrongRecipient }: Remarks,
) {
  const inTurn = isOpen(request) ? inTurnOf(people).recipients : [];
  const isScheduled = request.deletedAt === null && request.status === 'scheduled';
  return people.recipients.map((recipient) => {
    const { id, email, name: fullName, locale: language, action, required, status, actedAt } = recipient;
    const isPending = status === 'pending';
    const mayAct = isPending && isOpen(request);
    const state = mayAct ? waitingState(recipient, people, inTurn) : status;
    const mail = trail.findLast(
      ({ type, data }) => data.recipientId === id && (type === 'email_accepted' || type === 'email_failed'),
    );
    return {
      ...{ id, email, fullName, language, actedAt, state },
      tone: TONES[state],
      task: rowTask(recipient),
      rejectionReason: recipient.rejectionReason,
      mayRemind: mayAct && recipient.toldAt !== null && action !== 'copy',
      isInTurn: inTurn.includes(recipient),
      mayCorrect: mayAct || (isScheduled && isPending),
      isTold: recipient.toldAt !== null,
      mayRemove: !required && status !== 'viewed' && request.deletedAt === null,
      refusedMail: mail?.type === 'email_failed' ? wordsOf(mail.data.reason) : null,
      wrong: wrongRecipient?.recipientId === id ? wrongRecipient : null,
    };
  });
}

/** `reading`: nobody waits for them, and they can read the document now. */
function waitingState(recipient: Recipient, people: People, inTurn: readonly Recipient[]) {
  if (inTurn.includes(recipient)) return 'turn' as const;
  if (recipient.action === 'view' && !recipient.required && isReached(people, recipient))
    return 'reading' as const;
  return recipient.action === 'copy' ? ('pending' as const) : ('later' as const);
}

/** What they are asked to do, as in the form that prepares a request. */
function rowTask({ action, required, when }: Recipient) {
  if (action === 'view') return required ? 'read' : 'view';
  return action === 'copy' && when === 'completed' ? 'copy_end' : action;
}

const wordsOf = (reason: unknown) => (typeof reason === 'string' ? reason : '');
