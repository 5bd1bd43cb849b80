import { handOverIn, handOversOf, nameAndAddress } from '../../audit-chain/hand-over.js';
import { openingOf } from '../../audit-chain/signer-proofs.js';
import { OPEN_STATUSES, type SignatureStatus } from '../../signatures/domain/signature.state.js';
import { inTurn as inTurnOf, type Participants } from '../../signatures/domain/signing-order.policy.js';
import { type Signature } from '../../signatures/signature.entity.js';
import { type SignatureAuditEvent } from '../../signatures/signature-audit-event.entity.js';
import { type Signer } from '../../signatures/signers/signer.entity.js';
import { type Remarks } from './signature-pages.js';

const MAIL_EVENTS = ['email_accepted', 'email_failed'];
const TONES = { signed: 'good', rejected: 'bad', turn: 'info', later: 'none', pending: 'none' } as const;

type Request = Pick<Signature, 'type' | 'status' | 'deletedAt'>;

/** Whether signers may act on the request. */
export const isOpen = ({ status, deletedAt }: { status: SignatureStatus; deletedAt: Date | null }) =>
  deletedAt === null && OPEN_STATUSES.includes(status);

/** The signers of a request's page, each with what a member can do for them now. */
export function toSignerRows(
  request: Request,
  { signers, recipients }: Participants<Signer>,
  trail: readonly SignatureAuditEvent[],
  remarks: Remarks,
) {
  const inTurn = isOpen(request) ? inTurnOf({ signers, recipients }).signers : [];
  const isScheduled = request.deletedAt === null && request.status === 'scheduled';
  return signers.map((signer) => {
    const isPending = signer.status === 'pending';
    const isTurn = inTurn.includes(signer);
    const mayAct = isOpen(request) && isPending;
    const state = isPending && mayAct ? (isTurn ? 'turn' : 'later') : signer.status;
    return {
      ...rowOf(signer, trail, remarks),
      state,
      tone: TONES[state],
      mayAct,
      mayRemind: isTurn,
      mayHost: isTurn && request.type === 'in_person',
      mayCorrect: mayAct || (isScheduled && isPending),
    };
  });
}

function rowOf(signer: Signer, trail: readonly SignatureAuditEvent[], { wrong, link }: Remarks) {
  const { id, email, name: fullName, locale: language, signedAt, rejectedAt, rejectionReason } = signer;
  const handOvers = handOversOf(trail, id).map((event) => {
    const { from, to, reason } = handOverIn(event);
    return { from: nameAndAddress(from), to: nameAndAddress(to), reason, at: event.createdAt };
  });
  const mail = trail.findLast((event) => event.signerId === id && MAIL_EVENTS.includes(event.type));
  return {
    id,
    email,
    fullName,
    language,
    openedAt: openingOf(trail, id)?.createdAt,
    signedAt,
    rejectedAt,
    rejectionReason,
    handOvers,
    mail: mail && { isAccepted: mail.type === 'email_accepted', words: wordsOf(mail) },
    wrong: wrong?.signerId === id ? wrong : null,
    shownLink: link?.signerId === id ? link.address : null,
  };
}

/** The mail server's own words. */
const wordsOf = ({ data: { reply, reason } }: SignatureAuditEvent) =>
  [reply, reason].find((words) => typeof words === 'string') ?? '';
