// Written by `npm run openapi` from docs/openapi.json. Do not edit.

export interface components {
    schemas: {
        CreateDraft: {
            /** @enum {string} */
            type: "advanced" | "fast" | "in_person" | "self_signed";
            originalDocumentName: string;
            originalDocumentType: string;
            originalDocumentExtension: string;
        };
        SignatureResponse: {
            id: number;
            /** @enum {string} */
            type: "advanced" | "fast" | "in_person" | "self_signed";
            /** @enum {string} */
            status: "completed" | "created" | "draft" | "expired" | "partially_signed" | "rejected" | "scheduled";
            /** @enum {string} */
            documentStatus: "draft" | "ready";
            senderName: string;
            subject: string;
            messageContent: string;
            originalDocumentName: string;
            originalDocumentType: string;
            originalDocumentExtension: string;
            organizationId: number;
            createdByUserId: number;
            /** Format: date-time */
            dateSent: string | null;
            /** Format: date-time */
            expiresDate: string | null;
            requireVerification: boolean;
            ccOnComplete: string[];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        SignerSummary: {
            id: number;
            /** Format: email */
            email: string;
            name: string | null;
            /** @enum {string} */
            status: "pending" | "rejected" | "signed";
        };
        SignatureSummary: {
            id: number;
            /** @enum {string} */
            type: "advanced" | "fast" | "in_person" | "self_signed";
            /** @enum {string} */
            status: "completed" | "created" | "draft" | "expired" | "partially_signed" | "rejected" | "scheduled";
            subject: string;
            senderName: string;
            /** Format: date-time */
            dateSent: string | null;
            /** Format: date-time */
            expiresDate: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            signers: components["schemas"]["SignerSummary"][];
        };
        SignatureEntry: {
            id: number;
            subject: string;
            /** @enum {string} */
            status: "completed" | "created" | "draft" | "expired" | "partially_signed" | "rejected" | "scheduled";
            /** @enum {string} */
            type: "advanced" | "fast" | "in_person" | "self_signed";
        };
        SignatureList: {
            items: components["schemas"]["SignatureSummary"][];
            /** @description The same page in short form. */
            data: components["schemas"]["SignatureEntry"][];
            total: number;
            skip: number;
            limit: number;
        };
        Signer: {
            id: number;
            /** Format: email */
            email: string;
            name: string | null;
            /** @enum {string} */
            status: "pending" | "rejected" | "signed";
            /** Format: date-time */
            signedAt: string | null;
        };
        SignatureWithSigners: {
            id: number;
            /** @enum {string} */
            type: "advanced" | "fast" | "in_person" | "self_signed";
            /** @enum {string} */
            status: "completed" | "created" | "draft" | "expired" | "partially_signed" | "rejected" | "scheduled";
            /** @enum {string} */
            documentStatus: "draft" | "ready";
            senderName: string;
            subject: string;
            messageContent: string;
            originalDocumentName: string;
            originalDocumentType: string;
            originalDocumentExtension: string;
            organizationId: number;
            createdByUserId: number;
            /** Format: date-time */
            dateSent: string | null;
            /** Format: date-time */
            expiresDate: string | null;
            requireVerification: boolean;
            ccOnComplete: string[];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            signers: components["schemas"]["Signer"][];
        };
        SignerStatus: {
            id: number;
            /** Format: email */
            email: string;
            /** @enum {string} */
            status: "pending" | "rejected" | "signed";
        };
        SignatureStatus: {
            id: number;
            /** @enum {string} */
            status: "completed" | "created" | "draft" | "expired" | "partially_signed" | "rejected" | "scheduled";
            /** @enum {string} */
            documentStatus: "draft" | "ready";
            signers: components["schemas"]["SignerStatus"][];
        };
        AuditEvent: {
            type: string;
            /** Format: date-time */
            createdAt: string;
            /** @description Of an event about one signer. */
            signerId?: number;
            /** @description The event's place in the chain (docs/evidence.md), from 1. */
            number: number;
            /** @description The hash of the event before; null for the first. */
            previous: string | null;
            /** @description SHA-256, in hexadecimal digits. */
            hash: string;
            /** @description Number of the event that erased personal data from this one; `hash` is of the event as it was recorded. */
            erasedIn?: number;
        } & {
            [key: string]: unknown;
        };
        AuditTrail: {
            items: components["schemas"]["AuditEvent"][];
        };
        SendSigner: {
            /** Format: email */
            email: string;
            name?: string;
            /** @description Signers of a lower order sign first; equal orders sign in parallel. */
            order?: number;
            /**
             * @description The language of pages and emails: a BCP 47 tag, for which the nearest supported language is used. The organization's by default, and
             *     where there is none.
             */
            locale?: string | null;
        };
        SendSignature: {
            signers: components["schemas"]["SendSigner"][];
            subject?: string;
            messageContent?: string;
            senderName?: string;
            /** @description ISO 8601; UTC without an offset. A date without a time means the end of that day. */
            expiresDate?: string;
            /** @description ISO 8601. When to send the request; now by default. */
            scheduledDate?: string;
            ccOnComplete?: string[];
            requireVerification?: boolean;
            /** @description Days between automatic reminders to the signers whose turn it is; none by default. */
            remindEvery?: number;
            /** @description Whether signers may have somebody else sign in their place, for the types fast and advanced; false by default. */
            allowHandOver?: boolean;
            categoryId?: number;
        };
        SentSigner: {
            id: number;
            /** Format: email */
            email: string;
            name: string | null;
            /** @enum {string} */
            status: "pending" | "rejected" | "signed";
            /**
             * Format: uri
             * @description The signing link; only for self_signed and in_person requests.
             */
            signingUrl?: string;
        };
        SentSignature: {
            id: number;
            /** @enum {string} */
            type: "advanced" | "fast" | "in_person" | "self_signed";
            /** @enum {string} */
            status: "completed" | "created" | "draft" | "expired" | "partially_signed" | "rejected" | "scheduled";
            /** @enum {string} */
            documentStatus: "draft" | "ready";
            senderName: string;
            subject: string;
            messageContent: string;
            originalDocumentName: string;
            originalDocumentType: string;
            originalDocumentExtension: string;
            organizationId: number;
            createdByUserId: number;
            /** Format: date-time */
            dateSent: string | null;
            /** Format: date-time */
            expiresDate: string | null;
            requireVerification: boolean;
            ccOnComplete: string[];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            signers: components["schemas"]["SentSigner"][];
        };
        CancelledSignature: {
            id: number;
            /** @enum {string} */
            status: "completed" | "created" | "draft" | "expired" | "partially_signed" | "rejected" | "scheduled";
            /** Format: date-time */
            deletedAt: string;
        };
        Message: {
            message: string;
        };
        ChangeSignerEmail: {
            /** Format: email */
            email: string;
        };
        DocumentField: {
            /** @enum {string} */
            kind: "checkbox" | "date" | "initials" | "name" | "signature" | "text";
            /**
             * Format: email
             * @description Who fills it in: the email address of one of the signers given when sending.
             */
            signerEmail: string;
            page: number;
            /** @description Points as a number, or a share of the page's width such as `"12.5%"`; `y` and `height` of its height. */
            x: number | string;
            y: number | string;
            width: number | string;
            height: number | string;
            /** @description Shown with text fields and checkboxes. */
            label?: string;
            /** @description Whether the signer must fill it in or tick it. True by default, but false for checkboxes. */
            required?: boolean;
        };
        PlaceFields: {
            fields: components["schemas"]["DocumentField"][];
        };
        PlacedField: {
            id: number;
            /** @enum {string} */
            kind: "checkbox" | "date" | "initials" | "name" | "signature" | "text";
            /**
             * Format: email
             * @description Null for a text tag, which refers to its signer by number.
             */
            signerEmail: string | null;
            /** @description The signer's number in a text tag, from 1; null for a placed field. */
            signerNumber: number | null;
            page: number;
            x: number;
            y: number;
            width: number;
            height: number;
            label: string;
            required: boolean;
        };
        PlacedFields: {
            items: components["schemas"]["PlacedField"][];
        };
        CreateVerification: {
            /** Format: email */
            email: string;
            firstName: string;
            lastName: string;
            /** @enum {string} */
            documentType: "drivers_license" | "id_card" | "passport";
            /** @enum {string} */
            verificationMethod: "combined" | "document" | "liveness";
            /** @description Where the person returns: an absolute URL that no browser would execute; an app's own scheme is allowed. */
            redirectUrl?: string | null;
            /** @description Free key-value pairs, up to 16 KB. */
            metadata?: {
                [key: string]: unknown;
            } | null;
            /**
             * @description The language of pages: a BCP 47 tag, for which the nearest supported language is used. The organization's by default, and
             *     where there is none.
             */
            locale?: string | null;
        };
        CreateShortVerification: {
            name: string;
            /** Format: email */
            email: string;
            callbackUrl: string;
            /**
             * @description The language of pages and emails: a BCP 47 tag, for which the nearest supported language is used. The organization's by default, and
             *     where there is none.
             */
            locale?: string | null;
        };
        CreatedVerification: {
            id: number;
            /** Format: email */
            email: string;
            firstName: string;
            lastName: string;
            /** @enum {string|null} */
            documentType: "drivers_license" | "id_card" | "passport" | null;
            /** @enum {string} */
            verificationMethod: "combined" | "document" | "liveness";
            /** @enum {string} */
            status: "completed" | "expired" | "failed" | "in_progress" | "pending";
            /**
             * Format: uri
             * @description Send the person here right away.
             */
            sessionUrl: string;
            /** Format: uri */
            redirectUrl: string | null;
            metadata: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description 60 minutes after creation.
             */
            expiresAt: string;
        };
        ShortVerification: {
            id: number;
            /** Format: email */
            email: string;
            /** @enum {string} */
            status: "completed" | "expired" | "failed" | "in_progress" | "pending";
            /** Format: date-time */
            expiresAt: string;
            /** @description 64 hexadecimal characters. */
            token: string;
        };
        VerificationSummary: {
            id: number;
            /** Format: email */
            email: string;
            firstName: string;
            lastName: string;
            /**
             * @description Null until the person chooses one; only the short form leaves the choice open.
             * @enum {string|null}
             */
            documentType: "drivers_license" | "id_card" | "passport" | null;
            /** @enum {string} */
            verificationMethod: "combined" | "document" | "liveness";
            /** @enum {string} */
            status: "completed" | "expired" | "failed" | "in_progress" | "pending";
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        VerificationList: {
            items: components["schemas"]["VerificationSummary"][];
            total: number;
            page: number;
            limit: number;
        };
        VerificationEvent: {
            id: number;
            /** @enum {string} */
            type: "identity_verification.completed" | "identity_verification.created" | "identity_verification.document_uploaded" | "identity_verification.failed" | "identity_verification.started";
            /** Format: date-time */
            createdAt: string;
        };
        Verification: {
            id: number;
            /** Format: email */
            email: string;
            firstName: string;
            lastName: string;
            /**
             * @description Null until the person chooses one; only the short form leaves the choice open.
             * @enum {string|null}
             */
            documentType: "drivers_license" | "id_card" | "passport" | null;
            /** @enum {string} */
            verificationMethod: "combined" | "document" | "liveness";
            /** @enum {string} */
            status: "completed" | "expired" | "failed" | "in_progress" | "pending";
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /**
             * Format: uri
             * @description Null once the verification has ended.
             */
            sessionUrl: string | null;
            /** Format: uri */
            redirectUrl: string | null;
            metadata: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            expiresAt: string;
            /** @description In chronological order. */
            events: components["schemas"]["VerificationEvent"][];
            /**
             * Format: uuid
             * @description The UUID that is appended to the return address.
             */
            sessionId: string;
        };
        ErasedMedia: {
            id: number;
            /**
             * Format: date-time
             * @description The time of the first erasure; repeated requests return the same.
             */
            mediaErasedAt: string;
        };
        ExtractedData: {
            firstName: string | null;
            lastName: string | null;
            /**
             * Format: date
             * @description YYYY-MM-DD.
             */
            dateOfBirth: string | null;
            documentNumber: string | null;
            /**
             * Format: date
             * @description YYYY-MM-DD.
             */
            expiryDate: string | null;
            /** @description ISO 3166-1 alpha-2. */
            nationality: string | null;
            /** @description ISO 3166-1 alpha-3. */
            issuingCountry: string | null;
        };
        LivenessResult: {
            passed: boolean;
            /** @description 0 to 1. */
            score: number;
            spoofDetected: boolean;
        };
        Check: {
            /** @enum {string} */
            id: "barcode" | "birth_date" | "document_expiry" | "document_type" | "face_match" | "image_quality" | "liveness" | "machine_readable_zone" | "name_match" | "printed_text" | "seen_before" | "sides_match" | "specimen";
            /** @enum {string} */
            outcome: "clear" | "fail" | "not_run" | "uncertain";
            /** @description 0 to 1; null if the check measures nothing. */
            score: number | null;
            /** @description The lowest score that counts as clear. */
            threshold: number | null;
            engineVersion: string | null;
            message: string;
        };
        DocumentReport: {
            verificationId: number;
            /** @enum {string} */
            result: "approved" | "manual_review" | "rejected";
            /**
             * @description Null if the person never chose one.
             * @enum {string|null}
             */
            documentType: "drivers_license" | "id_card" | "passport" | null;
            /** @description 0 to 1: the score of what `matchedBy` names; 0 if nothing was compared. */
            matchScore: number;
            /**
             * @description `face`: the face in front of the camera was compared with the portrait. `name`: only the names were compared, as where the
             *     method is `document`, so the score says nothing about who holds the document. Null if nothing was compared.
             * @enum {string|null}
             */
            matchedBy: "face" | "name" | null;
            /** @description Always has its seven keys; null for what was not read. */
            extractedData: components["schemas"]["ExtractedData"];
            /** @description Null if no liveness challenge ran. */
            livenessResult: components["schemas"]["LivenessResult"] | null;
            /** Format: date-time */
            completedAt: string;
            /** @description Each check with its outcome. */
            checks: components["schemas"]["Check"][];
            /** @description The reasons for the result, as stable codes; a reviewer's own words come last. */
            reasons: string[];
        };
        WebhookNotification: {
            id: string;
            event: string;
            /**
             * Format: uuid
             * @description Equals the X-Service-Webhook-Id header.
             */
            webhookId: string;
            organizationId: string;
            /** @description Where it goes. Null for a delivery recorded before the organization had an endpoint. */
            endpointId: number | null;
            /** @description The webhookId of the delivery that this one replays; null for most. */
            replayOf: string | null;
            /** @enum {string} */
            status: "failed" | "pending" | "success";
            /** @description The exact JSON payload. */
            requestBody: {
                [key: string]: unknown;
            };
            /** @description Null on a network error. */
            responseCode: number | null;
            responseBody: string;
            responseHeaders: {
                [key: string]: string;
            };
            /**
             * Format: date-time
             * @description Time of the latest attempt.
             */
            deliveredAt: string | null;
            /** Format: date-time */
            nextRetryAt: string | null;
            failureReason: string | null;
            attempts: number;
        };
        WebhookNotificationPage: {
            items: components["schemas"]["WebhookNotification"][];
            total: number;
            limit: number;
            offset: number;
        };
        ReplayFailed: {
            /** @description Deliveries recorded then or later. */
            from: string;
            /** @description Deliveries recorded before then, and by now. */
            until: string;
            /** @description Of this endpoint only. */
            endpointId?: number;
        };
        Replay: {
            id: string;
            from: string;
            until: string;
            /** @description Null: of all endpoints. */
            endpointId: number | null;
            /** @description How many will be delivered again, counted up to 100,000. */
            found: number;
        };
        ReplayProgress: {
            id: string;
            from: string;
            until: string;
            /** @description Null: of all endpoints. */
            endpointId: number | null;
            /** @description New deliveries made so far. */
            replayed: number;
            /** @description Whether there will be no more of them. They may still be on their way. */
            finished: boolean;
        };
        ReplayedDelivery: {
            /** @description The record id of the new delivery. */
            id: string;
        };
        Event: {
            /** Format: uuid */
            webhookId: string;
            event: string;
            /** Format: date-time */
            createdAt: string;
            organizationId: number;
            data: {
                [key: string]: unknown;
            };
        };
        EventPage: {
            /** @description In the order in which their transactions began; each is byte for byte what a delivery carries. */
            items: components["schemas"]["Event"][];
            /** @description The cursor from which to read on. */
            next: string;
            /** @description Whether to read on at once. */
            hasMore: boolean;
        };
        SignaturePayload: {
            id: number;
            /** @enum {string} */
            type: "advanced" | "fast" | "in_person" | "self_signed";
            /** @enum {string} */
            status: "completed" | "created" | "draft" | "expired" | "partially_signed" | "rejected" | "scheduled";
            /** @enum {string} */
            documentStatus: "draft" | "ready";
            senderName: string;
            subject: string;
            messageContent: string;
            originalDocumentName: string;
            originalDocumentType: string;
            originalDocumentExtension: string;
            organizationId: number;
            createdByUserId: number;
            /** Format: date-time */
            dateSent: string | null;
            /** Format: date-time */
            expiresDate: string | null;
            requireVerification: boolean;
            ccOnComplete: string[];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            signers: components["schemas"]["Signer"][];
            /**
             * Format: date-time
             * @description Only once it was cancelled.
             */
            deletedAt?: string;
        };
        VerificationPayload: {
            id: number;
            /** Format: email */
            email: string;
            firstName: string;
            lastName: string;
            /**
             * @description Null until the person chooses one; only the short form leaves the choice open.
             * @enum {string|null}
             */
            documentType: "drivers_license" | "id_card" | "passport" | null;
            /** @enum {string} */
            verificationMethod: "combined" | "document" | "liveness";
            /** @enum {string} */
            status: "completed" | "expired" | "failed" | "in_progress" | "pending";
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: uri */
            redirectUrl: string | null;
            metadata: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            expiresAt: string;
            /** @description In chronological order. */
            events: components["schemas"]["VerificationEvent"][];
            /**
             * Format: uuid
             * @description The UUID that is appended to the return address.
             */
            sessionId: string;
        };
        /** @description An error. `code` is stable; `message` is for people and may change. */
        Error: {
            statusCode: number;
            message: string;
            /** @description The words for the status. */
            error: string;
            /** @description What a program may branch on. */
            code?: string;
            /** @description What is wrong with which fields. */
            details?: components["schemas"]["FieldError"][];
        };
        FieldError: {
            /** @description Its path, such as `signers[1].email`. */
            field: string;
            message: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export interface operations {
    signaturesList: {
        parameters: {
            query?: {
                skip?: number;
                limit?: number;
                status?: "completed" | "created" | "draft" | "expired" | "partially_signed" | "rejected" | "scheduled";
                type?: "advanced" | "fast" | "in_person" | "self_signed";
                fileName?: string;
                subject?: string;
                date?: string;
                dateFrom?: string;
                dateTo?: string;
                /** @description Email addresses separated by commas; a request matches if any of them is one of its signers. */
                recipients?: string;
                sortBy?: "createdAt" | "dateSent" | "updatedAt";
                sortOrder?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignatureList"];
                };
            };
        };
    };
    signaturesCreate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat. For 24 hours after it has succeeded, the same request with the same key gets the same answer, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateDraft"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignatureResponse"];
                };
            };
        };
    };
    signaturesGet: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier answer: if it still holds, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                signatureId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignatureWithSigners"];
                };
            };
        };
    };
    signaturesCancel: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat. For 24 hours after it has succeeded, the same request with the same key gets the same answer, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                signatureId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancelledSignature"];
                };
            };
        };
    };
    signaturesStatus: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier answer: if it still holds, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                signatureId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignatureStatus"];
                };
            };
        };
    };
    signaturesAuditTrail: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier answer: if it still holds, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                signatureId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditTrail"];
                };
            };
        };
    };
    signaturesSend: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat. For 24 hours after it has succeeded, the same request with the same key gets the same answer, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                signatureId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendSignature"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SentSignature"];
                };
            };
        };
    };
    signersRemind: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat. For 24 hours after it has succeeded, the same request with the same key gets the same answer, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                signatureId: number;
                signerId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
        };
    };
    signersChangeEmail: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat. For 24 hours after it has succeeded, the same request with the same key gets the same answer, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                signatureId: number;
                signerId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeSignerEmail"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignerSummary"];
                };
            };
        };
    };
    signatureDocumentsOriginal: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier answer: if it still holds, the answer is 304 without a body. */
                "If-None-Match"?: string;
                /** @description One range of bytes, such as `bytes=0-1023`: the answer is 206 with that part. */
                Range?: string;
                /** @description The `ETag` of the parts so far: if it no longer holds, the answer is the whole file. */
                "If-Range"?: string;
            };
            path: {
                signatureId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": string;
                    "image/png": string;
                    "image/jpeg": string;
                };
            };
            /** @description Partial Content: the bytes of the `Range`. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": string;
                    "image/png": string;
                    "image/jpeg": string;
                };
            };
        };
    };
    signatureDocumentsUpload: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat. For 24 hours after it has succeeded, the same request with the same key gets the same answer, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                signatureId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** Format: binary */
                    file: string;
                    /** @description A JSON array of fields, as in PUT document/fields. */
                    fields?: string;
                };
                "application/pdf": string;
                "application/vnd.openxmlformats-officedocument.wordprocessingml.document": string;
                "image/png": string;
                "image/jpeg": string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignatureResponse"];
                };
            };
        };
    };
    signatureDocumentsListFields: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier answer: if it still holds, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                signatureId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlacedFields"];
                };
            };
        };
    };
    signatureDocumentsPlaceFields: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat. For 24 hours after it has succeeded, the same request with the same key gets the same answer, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                signatureId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlaceFields"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlacedFields"];
                };
            };
        };
    };
    signatureDocumentsSigned: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier answer: if it still holds, the answer is 304 without a body. */
                "If-None-Match"?: string;
                /** @description One range of bytes, such as `bytes=0-1023`: the answer is 206 with that part. */
                Range?: string;
                /** @description The `ETag` of the parts so far: if it no longer holds, the answer is the whole file. */
                "If-Range"?: string;
            };
            path: {
                signatureId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
            /** @description Partial Content: the bytes of the `Range`. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
        };
    };
    signatureCertificatesCertificate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier answer: if it still holds, the answer is 304 without a body. */
                "If-None-Match"?: string;
                /** @description One range of bytes, such as `bytes=0-1023`: the answer is 206 with that part. */
                Range?: string;
                /** @description The `ETag` of the parts so far: if it no longer holds, the answer is the whole file. */
                "If-Range"?: string;
            };
            path: {
                signatureId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
            /** @description Partial Content: the bytes of the `Range`. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
        };
    };
    identityVerificationsList: {
        parameters: {
            query?: {
                page?: number;
                limit?: number;
                status?: "completed" | "expired" | "failed" | "in_progress" | "pending";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationList"];
                };
            };
        };
    };
    identityVerificationsCreate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat. For 24 hours after it has succeeded, the same request with the same key gets the same answer, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateVerification"] | components["schemas"]["CreateShortVerification"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedVerification"] | components["schemas"]["ShortVerification"];
                };
            };
        };
    };
    identityVerificationsGet: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier answer: if it still holds, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                verificationId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Verification"];
                };
            };
        };
    };
    identityVerificationsEraseMedia: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat. For 24 hours after it has succeeded, the same request with the same key gets the same answer, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                verificationId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasedMedia"];
                };
            };
        };
    };
    documentReportsGet: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier answer: if it still holds, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                verificationId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentReport"];
                };
            };
        };
    };
    webhookNotificationsList: {
        parameters: {
            query?: {
                /** @description An event type; the page is empty for one that never fired. */
                event?: string;
                status?: "failed" | "pending" | "success";
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookNotificationPage"];
                };
            };
        };
    };
    webhookReplaysReplayFailed: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat. For 24 hours after it has succeeded, the same request with the same key gets the same answer, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplayFailed"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Replay"];
                };
            };
        };
    };
    webhookReplaysProgress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                replayId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplayProgress"];
                };
            };
        };
    };
    webhookReplaysReplay: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat. For 24 hours after it has succeeded, the same request with the same key gets the same answer, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplayedDelivery"];
                };
            };
        };
    };
    eventsRead: {
        parameters: {
            query?: {
                /** @description The `next` of an earlier answer; without it, the oldest event that is kept. */
                after?: string;
                /** @description Event types, separated by commas; all by default. */
                types?: string;
                limit?: number;
                /** @description Seconds to wait for an event if there is none. */
                wait?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventPage"];
                };
            };
        };
    };
}

/** The method and path of each operation. */
export const ROUTES = {
  signaturesList: { method: 'GET', path: '/api/v1/signatures' },
  signaturesCreate: { method: 'POST', path: '/api/v1/signatures' },
  signaturesGet: { method: 'GET', path: '/api/v1/signatures/{signatureId}' },
  signaturesCancel: { method: 'DELETE', path: '/api/v1/signatures/{signatureId}' },
  signaturesStatus: { method: 'GET', path: '/api/v1/signatures/{signatureId}/status' },
  signaturesAuditTrail: { method: 'GET', path: '/api/v1/signatures/{signatureId}/audit-trail' },
  signaturesSend: { method: 'POST', path: '/api/v1/signatures/{signatureId}/send' },
  signersRemind: { method: 'POST', path: '/api/v1/signatures/{signatureId}/signers/{signerId}/notification' },
  signersChangeEmail: { method: 'PATCH', path: '/api/v1/signatures/{signatureId}/signers/{signerId}' },
  signatureDocumentsOriginal: { method: 'GET', path: '/api/v1/signatures/{signatureId}/document' },
  signatureDocumentsUpload: { method: 'PUT', path: '/api/v1/signatures/{signatureId}/document' },
  signatureDocumentsListFields: { method: 'GET', path: '/api/v1/signatures/{signatureId}/document/fields' },
  signatureDocumentsPlaceFields: { method: 'PUT', path: '/api/v1/signatures/{signatureId}/document/fields' },
  signatureDocumentsSigned: { method: 'GET', path: '/api/v1/signatures/{signatureId}/document/signed' },
  signatureCertificatesCertificate: { method: 'GET', path: '/api/v1/signatures/{signatureId}/certificate' },
  identityVerificationsList: { method: 'GET', path: '/api/v1/identity-verifications' },
  identityVerificationsCreate: { method: 'POST', path: '/api/v1/identity-verifications' },
  identityVerificationsGet: { method: 'GET', path: '/api/v1/identity-verifications/{verificationId}' },
  identityVerificationsEraseMedia: { method: 'DELETE', path: '/api/v1/identity-verifications/{verificationId}/media' },
  documentReportsGet: { method: 'GET', path: '/api/v1/identity-verifications/{verificationId}/document-report' },
  webhookNotificationsList: { method: 'GET', path: '/api/v1/webhook-notifications' },
  webhookReplaysReplayFailed: { method: 'POST', path: '/api/v1/webhook-notifications/replays' },
  webhookReplaysProgress: { method: 'GET', path: '/api/v1/webhook-notifications/replays/{replayId}' },
  webhookReplaysReplay: { method: 'POST', path: '/api/v1/webhook-notifications/{deliveryId}/replay' },
  eventsRead: { method: 'GET', path: '/api/v1/events' },
} as const;

/** What errors of the service can have as their `code`. */
export type ErrorCode =
  | 'body_too_large'
  | 'busy'
  | 'cursor_expired'
  | 'database_unavailable'
  | 'delivery_pending'
  | 'document_certified'
  | 'document_changed'
  | 'document_converter_missing'
  | 'document_empty'
  | 'document_has_external_content'
  | 'document_has_import_action'
  | 'document_has_javascript'
  | 'document_has_launch_action'
  | 'document_has_network_path'
  | 'document_has_program'
  | 'document_has_rich_media'
  | 'document_has_script_link'
  | 'document_has_submit_action'
  | 'document_is_portfolio'
  | 'document_password_protected'
  | 'document_prints_differently'
  | 'document_signed_unextendable'
  | 'document_too_complex'
  | 'document_too_large'
  | 'document_too_many_pages'
  | 'document_type_unsupported'
  | 'document_unreadable'
  | 'document_unsealable'
  | 'document_xfa_unsupported'
  | 'email_taken'
  | 'endpoint_disabled'
  | 'events_removed'
  | 'field_signer_unknown'
  | 'fields_overlap'
  | 'file_missing'
  | 'file_too_large'
  | 'idempotency_key_in_use'
  | 'idempotency_key_reused'
  | 'malformed_json'
  | 'malformed_multipart'
  | 'missing_scope'
  | 'no_webhook_address'
  | 'not_a_draft'
  | 'not_sent'
  | 'payload_too_large'
  | 'range_not_satisfiable'
  | 'report_not_available'
  | 'request_closed'
  | 'scheduled_after_expiry'
  | 'script_unsupported'
  | 'signer_already_signed'
  | 'signer_rejected'
  | 'storage_full'
  | 'storage_unavailable'
  | 'too_many_fields'
  | 'too_many_files'
  | 'unsupported_media_type'
  | 'validation_failed'
  | 'verification_open';
