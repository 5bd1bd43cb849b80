// Written by `npm run openapi` from docs/openapi.json. Do not edit.

export interface components {
    schemas: {
        CreateDraft: {
            /**
             * @description How people sign: `fast` by a link, `advanced` with an emailed code as well, `self_signed` by one signer, `in_person` on the device of a host.
             * @enum {string}
             */
            type: "advanced" | "fast" | "in_person" | "self_signed";
            /** @description Shown to signers and used in file names. */
            originalDocumentName: string;
            /** @description The media type of the document that will be uploaded. */
            originalDocumentType: string;
            /** @description The extension of its file name, without the dot. */
            originalDocumentExtension: string;
        };
        SignatureResponse: {
            /** @description The number of the request, used in its path. */
            id: number;
            /**
             * @description How people sign: by a link, with a code as well, by the sender, or on one device in a room.
             * @enum {string}
             */
            type: "advanced" | "fast" | "in_person" | "self_signed";
            /**
             * @description The status of the request, from `draft` to `completed`, `rejected` or `expired`.
             * @enum {string}
             */
            status: "completed" | "created" | "draft" | "expired" | "partially_signed" | "rejected" | "scheduled";
            /**
             * @description `ready` once a document has been uploaded, `draft` before.
             * @enum {string}
             */
            documentStatus: "draft" | "ready";
            /** @description The name that signers see as the sender. */
            senderName: string;
            /** @description The subject of the email to the signers; empty if none was given. */
            subject: string;
            /** @description The message from the sender to the signers. */
            messageContent: string;
            /** @description As given for the draft. */
            originalDocumentName: string;
            /** @description The media type of the document as given for the draft. */
            originalDocumentType: string;
            /** @description As given for the draft. */
            originalDocumentExtension: string;
            /** @description The organization that it belongs to. */
            organizationId: number;
            /** @description The member who created it, or whose key did. */
            createdByUserId: number;
            /**
             * Format: date-time
             * @description When it was sent to the signers; null before.
             */
            dateSent: string | null;
            /**
             * Format: date-time
             * @description After this moment nobody can sign; null for no deadline.
             */
            expiresDate: string | null;
            /** @description Whether signers verify their identity before they sign. */
            requireVerification: boolean;
            /** @description Addresses that get the signed document when all have signed. */
            ccOnComplete: string[];
            /**
             * Format: date-time
             * @description When the draft was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
        };
        SignerSummary: {
            /** @description The number of the signer, used in paths below the request. */
            id: number;
            /**
             * Format: email
             * @description Where the signer gets the link and, for `advanced`, the code.
             */
            email: string;
            /** @description As the sender gave it; empty if none was given. */
            name: string | null;
            /**
             * @description Whether the signer has not signed yet, has signed, or has rejected.
             * @enum {string}
             */
            status: "pending" | "rejected" | "signed";
        };
        SignatureSummary: {
            /** @description The number of the request, used in its path. */
            id: number;
            /**
             * @description How people sign: by a link, with a code as well, by the sender, or on one device in a room.
             * @enum {string}
             */
            type: "advanced" | "fast" | "in_person" | "self_signed";
            /**
             * @description The status of the request, from `draft` to `completed`, `rejected` or `expired`.
             * @enum {string}
             */
            status: "completed" | "created" | "draft" | "expired" | "partially_signed" | "rejected" | "scheduled";
            /** @description The subject of the email to the signers; empty if none was given. */
            subject: string;
            /** @description The name that signers see as the sender. */
            senderName: string;
            /**
             * Format: date-time
             * @description When it was sent to the signers; null before.
             */
            dateSent: string | null;
            /**
             * Format: date-time
             * @description After this moment nobody can sign; null for no deadline.
             */
            expiresDate: string | null;
            /**
             * Format: date-time
             * @description When the draft was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
            /** @description All signers, in the order in which they were given. */
            signers: components["schemas"]["SignerSummary"][];
        };
        SignatureEntry: {
            /** @description The number of the request, used in its path. */
            id: number;
            /** @description The subject of the email to the signers; empty if none was given. */
            subject: string;
            /**
             * @description The status of the request, from `draft` to `completed`, `rejected` or `expired`.
             * @enum {string}
             */
            status: "completed" | "created" | "draft" | "expired" | "partially_signed" | "rejected" | "scheduled";
            /**
             * @description How people sign: by a link, with a code as well, by the sender, or on one device in a room.
             * @enum {string}
             */
            type: "advanced" | "fast" | "in_person" | "self_signed";
        };
        SignatureList: {
            /** @description The entries of this page. */
            items: components["schemas"]["SignatureSummary"][];
            /** @description The same page in short form. */
            data: components["schemas"]["SignatureEntry"][];
            /** @description How many entries match, on all pages together. */
            total: number;
            /** @description How many entries come before this page. */
            skip: number;
            /** @description The maximum number of entries on a page. */
            limit: number;
        };
        Signer: {
            /** @description The number of the signer, used in paths below the request. */
            id: number;
            /**
             * Format: email
             * @description Where the signer gets the link and, for `advanced`, the code.
             */
            email: string;
            /** @description As the sender gave it; empty if none was given. */
            name: string | null;
            /**
             * @description Whether the signer has not signed yet, has signed, or has rejected.
             * @enum {string}
             */
            status: "pending" | "rejected" | "signed";
            /**
             * Format: date-time
             * @description When the person signed; null before.
             */
            signedAt: string | null;
        };
        SignatureWithSigners: {
            /** @description The number of the request, used in its path. */
            id: number;
            /**
             * @description How people sign: by a link, with a code as well, by the sender, or on one device in a room.
             * @enum {string}
             */
            type: "advanced" | "fast" | "in_person" | "self_signed";
            /**
             * @description The status of the request, from `draft` to `completed`, `rejected` or `expired`.
             * @enum {string}
             */
            status: "completed" | "created" | "draft" | "expired" | "partially_signed" | "rejected" | "scheduled";
            /**
             * @description `ready` once a document has been uploaded, `draft` before.
             * @enum {string}
             */
            documentStatus: "draft" | "ready";
            /** @description The name that signers see as the sender. */
            senderName: string;
            /** @description The subject of the email to the signers; empty if none was given. */
            subject: string;
            /** @description The message from the sender to the signers. */
            messageContent: string;
            /** @description As given for the draft. */
            originalDocumentName: string;
            /** @description The media type of the document as given for the draft. */
            originalDocumentType: string;
            /** @description As given for the draft. */
            originalDocumentExtension: string;
            /** @description The organization that it belongs to. */
            organizationId: number;
            /** @description The member who created it, or whose key did. */
            createdByUserId: number;
            /**
             * Format: date-time
             * @description When it was sent to the signers; null before.
             */
            dateSent: string | null;
            /**
             * Format: date-time
             * @description After this moment nobody can sign; null for no deadline.
             */
            expiresDate: string | null;
            /** @description Whether signers verify their identity before they sign. */
            requireVerification: boolean;
            /** @description Addresses that get the signed document when all have signed. */
            ccOnComplete: string[];
            /**
             * Format: date-time
             * @description When the draft was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
            /** @description All signers, in the order in which they were given. */
            signers: components["schemas"]["Signer"][];
        };
        SignerStatus: {
            /** @description The number of the signer, used in paths below the request. */
            id: number;
            /**
             * Format: email
             * @description Where the signer gets the link and, for `advanced`, the code.
             */
            email: string;
            /**
             * @description Whether the signer has not signed yet, has signed, or has rejected.
             * @enum {string}
             */
            status: "pending" | "rejected" | "signed";
        };
        SignatureStatus: {
            /** @description The number of the request, used in its path. */
            id: number;
            /**
             * @description The status of the request, from `draft` to `completed`, `rejected` or `expired`.
             * @enum {string}
             */
            status: "completed" | "created" | "draft" | "expired" | "partially_signed" | "rejected" | "scheduled";
            /**
             * @description `ready` once a document has been uploaded, `draft` before.
             * @enum {string}
             */
            documentStatus: "draft" | "ready";
            /** @description All signers, each with a status. */
            signers: components["schemas"]["SignerStatus"][];
        };
        AuditEvent: {
            /** @description What happened. */
            type: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            createdAt: string;
            /** @description Present if the event is about one signer. */
            signerId?: number;
            /** @description The event's place in the chain (docs/evidence.md), from 1. */
            number: number;
            /** @description The hash of the previous event; null for the first. */
            previous: string | null;
            /** @description SHA-256, in hexadecimal digits. */
            hash: string;
            /** @description Number of the event that erased personal data from this one; `hash` still covers the event as it was recorded. */
            erasedIn?: number;
        } & {
            [key: string]: unknown;
        };
        AuditTrail: {
            /** @description The entries of this page. */
            items: components["schemas"]["AuditEvent"][];
        };
        SendSigner: {
            /**
             * Format: email
             * @description Where the signer gets the link and, for `advanced`, the code.
             */
            email: string;
            /** @description Shown to the signer and on the certificate of completion. */
            name?: string;
            /** @description Signers of a lower order sign first; equal orders sign in parallel. */
            order?: number;
            /**
             * @description The language of pages and emails, as a BCP 47 tag; the nearest supported language is used. Without a tag, or without a
             *     match, the organization's language is used.
             */
            locale?: string | null;
        };
        SendRecipient: {
            /**
             * Format: email
             * @description Where the recipient gets the link.
             */
            email: string;
            /** @description Shown on pages and on the certificate of completion. */
            name?: string;
            /** @description `approve`, `view` or `copy`. Signers wait for an approval, and for a reader who is required; never for a copy. */
            action: string;
            /** @description Among the orders of the signers. Without it, approvals and required readings come before everyone with an order. */
            order?: number;
            /**
             * @description When they are told: `sent`, at sending; `turn`, once everyone of a lower order has acted; `completed`, with the signed
             *     document, for copies only. By default `turn` for those whom others wait for or who have an order, else `sent`.
             */
            when?: string;
            /** @description Whether others wait until a reader has read the document; false by default. */
            required?: boolean;
            /** @description As of signers. */
            locale?: string | null;
            /** @description Whether this approver may not be one of the signers; false by default. */
            separateApprover?: boolean;
        };
        SendSignature: {
            /** @description Who signs, 1 to 100 people with different addresses. */
            signers: components["schemas"]["SendSigner"][];
            /** @description Those who do not sign; with the signers, up to 100. One address can have several actions, and can be a signer's. */
            recipients?: components["schemas"]["SendRecipient"][];
            /** @description The subject of the email to the signers; empty if none was given. */
            subject?: string;
            /** @description The message from the sender to the signers. */
            messageContent?: string;
            /** @description The name that signers see as the sender. */
            senderName?: string;
            /** @description ISO 8601; UTC if it has no offset. A date without a time means the end of that day. */
            expiresDate?: string;
            /** @description ISO 8601. When to send the request; now by default. */
            scheduledDate?: string;
            /** @description Addresses that get the signed document when all have signed. */
            ccOnComplete?: string[];
            /** @description Whether signers verify their identity before they sign. */
            requireVerification?: boolean;
            /** @description Days between automatic reminders to the signers whose turn it is; no reminders by default. */
            remindEvery?: number;
            /** @description Whether a signer can have somebody else sign instead; only for the types fast and advanced. False by default. */
            allowHandOver?: boolean;
            /** @description A number of your own, which is stored and has no effect. */
            categoryId?: number;
        };
        SentSigner: {
            /** @description The number of the signer, used in paths below the request. */
            id: number;
            /**
             * Format: email
             * @description Where the signer gets the link and, for `advanced`, the code.
             */
            email: string;
            /** @description As the sender gave it; empty if none was given. */
            name: string | null;
            /**
             * @description Whether the signer has not signed yet, has signed, or has rejected.
             * @enum {string}
             */
            status: "pending" | "rejected" | "signed";
            /**
             * Format: uri
             * @description The signing link; only for self_signed and in_person requests.
             */
            signingUrl?: string;
        };
        SentSignature: {
            /** @description The number of the request, used in its path. */
            id: number;
            /**
             * @description How people sign: by a link, with a code as well, by the sender, or on one device in a room.
             * @enum {string}
             */
            type: "advanced" | "fast" | "in_person" | "self_signed";
            /**
             * @description The status of the request, from `draft` to `completed`, `rejected` or `expired`.
             * @enum {string}
             */
            status: "completed" | "created" | "draft" | "expired" | "partially_signed" | "rejected" | "scheduled";
            /**
             * @description `ready` once a document has been uploaded, `draft` before.
             * @enum {string}
             */
            documentStatus: "draft" | "ready";
            /** @description The name that signers see as the sender. */
            senderName: string;
            /** @description The subject of the email to the signers; empty if none was given. */
            subject: string;
            /** @description The message from the sender to the signers. */
            messageContent: string;
            /** @description As given for the draft. */
            originalDocumentName: string;
            /** @description The media type of the document as given for the draft. */
            originalDocumentType: string;
            /** @description As given for the draft. */
            originalDocumentExtension: string;
            /** @description The organization that it belongs to. */
            organizationId: number;
            /** @description The member who created it, or whose key did. */
            createdByUserId: number;
            /**
             * Format: date-time
             * @description When it was sent to the signers; null before.
             */
            dateSent: string | null;
            /**
             * Format: date-time
             * @description After this moment nobody can sign; null for no deadline.
             */
            expiresDate: string | null;
            /** @description Whether signers verify their identity before they sign. */
            requireVerification: boolean;
            /** @description Addresses that get the signed document when all have signed. */
            ccOnComplete: string[];
            /**
             * Format: date-time
             * @description When the draft was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
            /** @description All signers, in the order in which they were given. */
            signers: components["schemas"]["SentSigner"][];
        };
        CancelledSignature: {
            /** @description The number of the request, used in its path. */
            id: number;
            /**
             * @description The status of the request, from `draft` to `completed`, `rejected` or `expired`.
             * @enum {string}
             */
            status: "completed" | "created" | "draft" | "expired" | "partially_signed" | "rejected" | "scheduled";
            /**
             * Format: date-time
             * @description When the request was cancelled.
             */
            deletedAt: string;
        };
        Message: {
            /** @description What was done, in one sentence for people. */
            message: string;
        };
        ChangeSignerEmail: {
            /**
             * Format: email
             * @description The new address; the old link stops working.
             */
            email: string;
        };
        DocumentField: {
            /**
             * @description What the signer enters there.
             * @enum {string}
             */
            kind: "checkbox" | "date" | "initials" | "name" | "signature" | "text";
            /**
             * Format: email
             * @description Who fills it in: the email address of one of the signers given when sending.
             */
            signerEmail: string;
            /** @description The number of the page, from 1. */
            page: number;
            /** @description From the left edge: a number of points, or a share of the page's width such as `"12.5%"`. */
            x: number | string;
            /** @description From the top edge of the page, in points or as a share of its height. */
            y: number | string;
            /** @description In points, or as a share of the width of the page. */
            width: number | string;
            /** @description In points, or as a share of the height of the page. */
            height: number | string;
            /** @description Shown with text fields and checkboxes. */
            label?: string;
            /** @description Whether the signer must fill it in or tick it. True by default, but false for checkboxes. */
            required?: boolean;
        };
        PlaceFields: {
            /** @description All fields of the document; they replace the previous ones. */
            fields: components["schemas"]["DocumentField"][];
        };
        PlacedField: {
            /** @description The number of the field. */
            id: number;
            /**
             * @description What the signer enters there.
             * @enum {string}
             */
            kind: "checkbox" | "date" | "initials" | "name" | "signature" | "text";
            /**
             * Format: email
             * @description Null for a text tag, which refers to its signer by number.
             */
            signerEmail: string | null;
            /** @description The signer's number in a text tag, from 1; null for a placed field. */
            signerNumber: number | null;
            /** @description The number of the page, from 1. */
            page: number;
            /** @description From the left edge of the page, in points. */
            x: number;
            /** @description From the top edge of the page, in points or as a share of its height. */
            y: number;
            /** @description In points, or as a share of the width of the page. */
            width: number;
            /** @description In points, or as a share of the height of the page. */
            height: number;
            /** @description Shown with text fields and checkboxes; empty for none. */
            label: string;
            /** @description Whether the signer must fill it in or tick it. */
            required: boolean;
        };
        PlacedFields: {
            /** @description The entries of this page. */
            items: components["schemas"]["PlacedField"][];
        };
        FormRole: {
            /** @description Identifies the role. */
            key: string;
            /** @description Roles of a lower order act earlier, those of the same in any order. */
            order: number;
        };
        FormPlace: {
            /** @description The number of the document, which is 1. */
            document: number;
            /** @description The number of the page, from 1. */
            page: number;
            /** @description Points from the left edge of the page as shown. */
            x: number;
            /** @description Points from the upper edge of the page as shown. */
            y: number;
            /** @description Points, at least 6. */
            width: number;
            /** @description Points, at least 6. */
            height: number;
            /** @description The value of the option that is marked here. */
            option?: string;
        };
        FormOption: {
            /** @description What is kept. */
            value: string;
            /** @description What people read; by default the value. */
            label?: string;
        };
        FormField: {
            /**
             * @description What is filled in there.
             * @enum {string}
             */
            kind: "attachment" | "checkbox" | "checkboxes" | "choice" | "chosen_date" | "date" | "formula" | "image" | "initials" | "label" | "name" | "number" | "radio" | "signature" | "stamp" | "text";
            /** @description The value of the sender. */
            value?: string | boolean | unknown[] | {
                [key: string]: unknown;
            };
            /** @description The condition under which it is shown. */
            showIf?: {
                [key: string]: unknown;
            };
            /** @description The rules of its kind. */
            validation?: {
                [key: string]: unknown;
            };
            /** @description Identifies the field, also in the results. */
            key: string;
            /** @description The key of the role that fills it in. */
            role?: string;
            /** @description What people read beside the field. */
            label?: string;
            /** @description A longer explanation. */
            help?: string;
            /** @description Whether it has to be filled in. */
            required?: boolean;
            /** @description Whether the sender has filled it in for good. */
            readOnly?: boolean;
            /** @description Where it is drawn. */
            places?: components["schemas"]["FormPlace"][];
            /** @description Between which to choose. */
            options?: components["schemas"]["FormOption"][];
            /** @description Whether any other text can be entered as well. */
            other?: boolean;
            /** @description The lines of text of a stamp. */
            lines?: string[];
            /** @description The text of a label. */
            text?: string;
            /** @description What computes its value. */
            formula?: string;
        };
        PutForm: {
            /** @description Who fills the form in, in which order. */
            roles: components["schemas"]["FormRole"][];
            /** @description All fields of the form, with the values of the sender. */
            fields: components["schemas"]["FormField"][];
            /** @description The email address of the signer of each role, by its key. */
            signers: {
                [key: string]: string;
            };
        };
        PdfExport: {
            /** @description The option of the field; not of a checkbox. */
            option?: string;
            /** @description The name of the state that ticks the button. */
            state?: string;
            /** @description What is exported, unless it is the state or the option. */
            value?: string;
        };
        PdfField: {
            /** @description The key with which it was imported. */
            key: string;
            /** @description Its full name in the PDF. */
            pdfName: string;
            /** @description Its name for exports (`TM`). */
            mappingName?: string;
            /** @description Its words for people (`TU`). */
            alternateName?: string;
            /** @description What its options and places are called. */
            exports?: components["schemas"]["PdfExport"][];
        };
        Form: {
            /** @description The email address of the signer of each role, by its key. */
            signers: {
                [key: string]: string;
            };
            /** @description Who fills the form in, in which order. */
            roles: components["schemas"]["FormRole"][];
            /** @description All fields of the form, with the values of the sender. */
            fields: components["schemas"]["FormField"][];
            /** @description The SHA-256 of the canonical JSON of the definition without the values of the sender. */
            sha256: string;
            /** @description The fields that were imported from a PDF form, and are in this form still. */
            imported: components["schemas"]["PdfField"][];
            /** @description Those that were imported, and are in it no longer. */
            leftOut: components["schemas"]["PdfField"][];
        };
        FormValues: {
            /** @description Values by the keys of fields; null takes one away. */
            values: {
                [key: string]: unknown;
            };
        };
        FormEntry: {
            /**
             * @description The kind of the field.
             * @enum {string}
             */
            kind: "attachment" | "checkbox" | "checkboxes" | "choice" | "chosen_date" | "date" | "formula" | "image" | "initials" | "label" | "name" | "number" | "radio" | "signature" | "stamp" | "text";
            /** @description What was signed: a text, true or false, an array of options, or references to files. */
            value: string | boolean | unknown[] | {
                [key: string]: unknown;
            };
            /** @description The full name of an imported field in the PDF; null for others. */
            pdfName: string | null;
            /** @description What forms of PDFs know the value as, such as the export value of a button; null for files. */
            exportValue: string | string[] | null;
            /** @description The key of the field. */
            key: string;
            /** @description The label of the field. */
            label: string;
            /** @description The number of the signer. */
            signerId: number;
            /**
             * Format: email
             * @description Their present address.
             */
            signerEmail: string;
            /**
             * Format: date-time
             * @description When the value was signed.
             */
            signedAt: string;
            /** @description The salted digest of the value, as in the evidence. */
            sha256: string;
        };
        FormData: {
            /** @description The values, in the order of the form. */
            items: components["schemas"]["FormEntry"][];
        };
        Attachment: {
            /**
             * @description The media type.
             * @enum {string}
             */
            type: "application/pdf" | "image/jpeg" | "image/png";
            /** @description The number of the file, used in its path. */
            id: number;
            /** @description The key of the field into which it was given. */
            key: string;
            /** @description The number of the signer. */
            signerId: number;
            /**
             * Format: email
             * @description Their present address.
             */
            signerEmail: string;
            /** @description As the signer called it, ending as its type does. */
            name: string;
            /** @description How large it is. */
            bytes: number;
            /** @description The digest of the file. */
            sha256: string;
            /**
             * Format: date-time
             * @description When it was signed.
             */
            signedAt: string;
        };
        AttachmentList: {
            /** @description The entries of this page. */
            items: components["schemas"]["Attachment"][];
        };
        FormPeople: {
            /** @description Who fills in the form. */
            roles: components["schemas"]["FormRole"][];
            /** @description The address of each role's signer. */
            signers: {
                [key: string]: string;
            };
            /** @description Roles by the keys of fields. */
            fieldRoles?: {
                [key: string]: string;
            };
            /** @description The role that fills in all fields without one of their own; by default the only one. */
            role?: string;
        };
        ImportedDocument: {
            /** @description How many pages the document has. */
            pages: number;
            /** @description SHA-256 of the upload, in lower-case hex. */
            originalSha256: string;
            /** @description SHA-256 of the PDF that signers read, in lower-case hex. */
            presentedSha256: string;
        };
        ImportedField: {
            /**
             * @description How the PDF aligns the text, unless to the left.
             * @enum {string}
             */
            alignment?: "center" | "right";
            /** @description The key of the field in the form. */
            key: string;
            /** @description Its full name in the PDF. */
            pdfName: string;
            /** @description Its name for exports (`TM`). */
            mappingName?: string;
            /** @description Its words for people (`TU`). */
            alternateName?: string;
            /** @description What a ticked box stands for. */
            exportValue?: string;
            /** @description What its options and places are called in the PDF's data. */
            exports?: components["schemas"]["PdfExport"][];
            /** @description How the PDF writes the day. */
            datePattern?: string;
            /** @description In points, as the PDF has it. */
            fontSize?: number;
        };
        NotImported: {
            /**
             * @description Why it is not part of the form.
             * @enum {string}
             */
            reason: "barcode" | "covered" | "file_select" | "hidden" | "name_too_long" | "no_options" | "no_place" | "option_too_long" | "options_do_not_fit" | "password" | "push_button" | "too_many_options" | "unknown_type" | "value_unreadable";
            /** @description Its full name in the PDF. */
            name: string;
        };
        ImportRemoved: {
            /** @description How many places had scripts. */
            scripts: number;
            /** @description How many places had other actions. */
            actions: number;
            /** @description Whether there was an XFA form beside the pages. */
            xfa: boolean;
        };
        ImportCalculation: {
            /**
             * @description The calculation in the PDF.
             * @enum {string}
             */
            function: "AVG" | "MAX" | "MIN" | "PRD" | "SUM";
            /** @description The full name of the computed field in the PDF. */
            name: string;
            /** @description The key of the computed field. */
            key: string;
            /** @description The full names in the PDF of what it computes with. */
            operands: string[];
            /** @description The formula of the field in the form. */
            formula: string;
        };
        ImportWarning: {
            /**
             * @description What the field lacks (docs/forms-import.md).
             * @enum {string}
             */
            code: "calculation_circular" | "calculation_not_recognized" | "calculation_operand_unknown" | "cells_not_kept" | "format_not_kept" | "name_of_two_kinds" | "option_empty" | "option_repeated" | "option_without_place" | "parts_differ" | "percent_in_hundredths" | "place_clipped" | "place_covered" | "place_enlarged" | "place_hidden" | "place_not_on_page" | "place_outside_page" | "place_rotated" | "place_trimmed" | "rich_text_as_plain" | "script_not_recognized" | "value_not_a_date" | "value_not_a_number" | "value_not_in_options" | "value_too_long" | "widget_in_two_fields";
            /** @description The full name of the field in the PDF. */
            name: string;
            /** @description What was not kept, for people. */
            detail?: string;
        };
        ImportReport: {
            /** @description The fields of the form, with what a definition has no member for. */
            imported: components["schemas"]["ImportedField"][];
            /** @description All other fields of the source. */
            notImported: components["schemas"]["NotImported"][];
            /** @description What the source had beside fields; none of it was run. */
            removed: components["schemas"]["ImportRemoved"];
            /** @description The formulas that were recognized: check whether they are right. */
            calculations: components["schemas"]["ImportCalculation"][];
            /** @description What imported fields lack. */
            warnings: components["schemas"]["ImportWarning"][];
        };
        FormImport: {
            /** @description The draft's new document. */
            document: components["schemas"]["ImportedDocument"];
            /** @description The draft's new form. */
            form: components["schemas"]["Form"];
            /** @description What became of every field of the source. */
            report: components["schemas"]["ImportReport"];
            /** @description SHA-256 of the canonical JSON of the report, as in the evidence. */
            reportSha256: string;
        };
        Recipient: {
            /** @description The number of the recipient, used in paths below the request. */
            id: number;
            /**
             * Format: email
             * @description Where the recipient gets the link.
             */
            email: string;
            /** @description Shown on pages and on the certificate of completion. */
            name: string | null;
            /**
             * @description What they do: `approve`, `view` or `copy`.
             * @enum {string}
             */
            action: "approve" | "copy" | "view";
            /** @description Among the orders of the signers; null for before everyone who has one. */
            order: number | null;
            /**
             * @description When they are told: at sending, at their turn, or with the completed document.
             * @enum {string}
             */
            when: "completed" | "sent" | "turn";
            /** @description Whether others wait for them. */
            required: boolean;
            /** @description Whether this approver may not be one of the signers. */
            separateApprover: boolean;
            /** @description The language given by the sender or chosen by the recipient; null for the organization's. */
            locale: string | null;
            /**
             * @description Whether they have not acted yet, have approved, declined or read the document, or have got their copy.
             * @enum {string}
             */
            status: "approved" | "pending" | "rejected" | "told" | "viewed";
            /**
             * Format: date-time
             * @description When their first email was queued; null before.
             */
            toldAt: string | null;
            /**
             * Format: date-time
             * @description When they approved, declined, read the document or got their copy; null before.
             */
            actedAt: string | null;
            /** @description Why an approver declined, in their own words. */
            reason: string | null;
        };
        RecipientList: {
            /** @description The entries of this page. */
            items: components["schemas"]["Recipient"][];
        };
        RequestDocument: {
            /** @description From 1, in the order in which signers read them. */
            n: number;
            /** @description Shown to signers and used in file names. A number is added if another document has the name. */
            name: string;
            /** @description Number of pages, as signers read it. */
            pages: number;
            /** @description Of the file as it was uploaded. */
            bytes: number;
            /** @description SHA-256 of the file as it was uploaded, in lower-case hex. */
            sha256: string;
            /** @description SHA-256 of the PDF that signers read. */
            presentedSha256: string;
            /** @description SHA-256 of the signed PDF; null before the request is completed. */
            signedSha256: string | null;
        };
        RequestDocumentList: {
            /** @description The entries of this page. */
            items: components["schemas"]["RequestDocument"][];
        };
        RenameDocument: {
            /** @description A number is added if another document of the request has the name, without regard to case. */
            name: string;
        };
        Template: {
            /** @description The number of the template, used in its path. */
            id: number;
            /** @description Shown to members only. */
            name: string;
            /** @description Shown to members only. */
            description: string;
            /**
             * @description `draft` until the first version is published; `archived` templates can neither be changed nor sent.
             * @enum {string}
             */
            state: "archived" | "draft" | "published";
            /** @description The revision of the draft, which rises with each change. */
            revision: number;
            /** @description The number of the latest published version; null if there is none. */
            latestVersion: number | null;
            /**
             * Format: date-time
             * @description When the template was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the template was last changed.
             */
            updatedAt: string;
            /**
             * Format: date-time
             * @description When the template was archived; null if it is not.
             */
            archivedAt: string | null;
        };
        CreateTemplate: {
            /** @description Shown to members only. */
            name: string;
            /** @description Shown to members only. */
            description?: string;
        };
        TemplateList: {
            /** @description The entries of this page. */
            items: components["schemas"]["Template"][];
            /** @description How many entries match, on all pages together. */
            total: number;
            /** @description How many entries come before this page. */
            skip: number;
            /** @description The maximum number of entries on a page. */
            limit: number;
        };
        DescribeTemplate: {
            /** @description Shown to members only. */
            name?: string;
            /** @description Shown to members only. */
            description?: string;
        };
        DuplicateTemplate: {
            /** @description Of the copy; by default that of the original. */
            name?: string;
        };
        TemplateDocument: {
            /** @description Width and height of each page as shown, in points. */
            pageSizes: number[][];
            /** @description The number of the document, from 1. */
            n: number;
            /** @description Shown to signers and used in file names. */
            name: string;
            /** @description SHA-256 of the PDF that signers read, in hexadecimal digits. */
            sha256: string;
            /** @description SHA-256 of the file as it was uploaded, in hexadecimal digits. */
            originalSha256: string;
            /** @description How many pages the PDF has. */
            pages: number;
            /** @description Whether it carries signatures, so that only signatures and initials can be added. */
            carriesSignatures: boolean;
        };
        TemplateRoleResponse: {
            /** @description Names the role in fields and when sending. */
            key: string;
            /** @description Shown to people who prepare and send. */
            name: string;
            /**
             * @description What people in this role do.
             * @enum {string}
             */
            action: "approve" | "copy" | "sign" | "view";
            /** @description Those of a lower order act earlier, those of the same order at the same time. */
            order: number;
        };
        TemplateOptionsResponse: {
            /**
             * @description How people sign.
             * @enum {string}
             */
            type: "advanced" | "fast" | "in_person" | "self_signed";
            /** @description Subject of the invitations. */
            subject: string;
            /** @description Text of the invitations. */
            messageContent: string;
            /** @description Shown as the sender; null for the organization's name. */
            senderName: string | null;
            /** @description Days from sending to the deadline; null for no deadline. */
            expiresInDays: number | null;
            /** @description Addresses that get a copy of the completed document. */
            ccOnComplete: string[];
            /** @description Whether each signer must verify their identity. */
            requireVerification: boolean;
            /** @description A number of your own; null for none. */
            categoryId: number | null;
            /** @description Days between automatic reminders; null for none. */
            remindEvery: number | null;
            /** @description Whether a signer can have somebody else sign instead. */
            allowHandOver: boolean;
        };
        LeftOutField: {
            /** @description The number of the document with which it was imported. */
            n: number;
            /** @description The key with which it was imported. */
            key: string;
            /** @description Its full name in the PDF. */
            pdfName: string;
        };
        TemplateProblem: {
            /** @description Stable, for programs. */
            code: string;
            /** @description Where the problem is, such as `fields[3].places[0]`. */
            field: string;
            /** @description One sentence for people. */
            message: string;
        };
        TemplateDefinition: {
            /** @description Fields in the format of docs/forms.md, in their normal form. */
            fields: {
                [key: string]: unknown;
            }[];
            /** @description The revision to give with the next change. */
            revision: number;
            /** @description The documents of the draft. */
            documents: components["schemas"]["TemplateDocument"][];
            /** @description Who takes part. */
            roles: components["schemas"]["TemplateRoleResponse"][];
            /** @description How requests are sent unless the sender says otherwise. */
            options: components["schemas"]["TemplateOptionsResponse"];
            /** @description The fields that were imported from PDF forms, and are in the draft no longer. */
            leftOut: components["schemas"]["LeftOutField"][];
            /** @description What has to be settled before publishing; empty if nothing has. */
            problems: components["schemas"]["TemplateProblem"][];
        };
        TemplateRole: {
            /** @description Names the role in fields and when sending: a letter, then letters, digits and underscores, all in lower case. */
            key: string;
            /** @description Shown to people who prepare and send. */
            name: string;
            /**
             * @description What people in this role do.
             * @enum {string}
             */
            action: "approve" | "copy" | "sign" | "view";
            /** @description From 1. Those of a lower order act earlier, those of the same order at the same time. */
            order: number;
        };
        TemplateOptions: {
            /**
             * @description How people sign; `advanced` by default.
             * @enum {string}
             */
            type?: "advanced" | "fast" | "in_person" | "self_signed";
            /** @description Subject of the invitations. */
            subject?: string;
            /** @description Text of the invitations. */
            messageContent?: string;
            /** @description Shown as the sender; the organization's name by default. */
            senderName?: string | null;
            /** @description Days from sending to the deadline; no deadline by default. */
            expiresInDays?: number | null;
            /** @description Addresses that get a copy of the completed document. */
            ccOnComplete?: string[];
            /** @description Whether each signer must verify their identity; false by default. */
            requireVerification?: boolean;
            /** @description A number of your own, which is stored and not returned. */
            categoryId?: number | null;
            /** @description Days between automatic reminders to the signers whose turn it is; no reminders by default. */
            remindEvery?: number | null;
            /** @description Whether a signer can have somebody else sign instead; only for the types fast and advanced. False by default. */
            allowHandOver?: boolean;
        };
        ReplaceDefinition: {
            /** @description Fields in the format of docs/forms.md. */
            fields: {
                [key: string]: unknown;
            }[];
            /** @description Who takes part. */
            roles: components["schemas"]["TemplateRole"][];
            /** @description How requests are sent unless the sender says otherwise. */
            options?: components["schemas"]["TemplateOptions"];
            /** @description The revision on which the change is based. */
            revision: number;
        };
        ReplacedDocument: {
            /** @description The document as it is now. */
            document: components["schemas"]["TemplateDocument"];
            /** @description The revision to give with the next change. */
            revision: number;
            /** @description The places of fields that do not fit this document; they stay until they are moved or removed. */
            problems: components["schemas"]["TemplateProblem"][];
        };
        ImportTemplateForm: {
            /** @description Roles by the keys of fields. */
            fieldRoles?: {
                [key: string]: string;
            };
            /** @description The revision on which the change is based. */
            revision: number;
            /** @description Who takes part, in place of the roles of the draft; by default these, or, if there are none, one signer. */
            roles?: components["schemas"]["TemplateRole"][];
            /** @description The role that fills in all fields without one of their own; by default the first. */
            role?: string;
        };
        TemplateImport: {
            /** @description The document, as signers read it without its form. */
            document: components["schemas"]["TemplateDocument"];
            /** @description The draft with the fields of the form. */
            definition: components["schemas"]["TemplateDefinition"];
            /** @description What became of every field of the source. */
            report: components["schemas"]["ImportReport"];
            /** @description SHA-256 of the canonical JSON of the report, as in published versions. */
            reportSha256: string;
        };
        PublishTemplate: {
            /** @description What is new, for members. */
            note?: string;
        };
        TemplateVersion: {
            /** @description From 1, in the order of publishing. */
            number: number;
            /** @description SHA-256 of the version's canonical content, in hexadecimal digits. */
            sha256: string;
            /** @description What is new, as given when publishing. */
            note: string;
            /** @description The number of the member who published it, or whose API key did. */
            publishedByUserId: number;
            /**
             * Format: date-time
             * @description When it was published.
             */
            publishedAt: string;
        };
        TemplateVersionList: {
            /** @description The entries of this page. */
            items: components["schemas"]["TemplateVersion"][];
            /** @description How many entries match, on all pages together. */
            total: number;
            /** @description How many entries come before this page. */
            skip: number;
            /** @description The maximum number of entries on a page. */
            limit: number;
        };
        FullTemplateVersion: {
            /** @description Fields in the format of docs/forms.md, in their normal form. */
            fields: {
                [key: string]: unknown;
            }[];
            /** @description The documents, whose files do not change either. */
            documents: components["schemas"]["TemplateDocument"][];
            /** @description Who takes part. */
            roles: components["schemas"]["TemplateRoleResponse"][];
            /** @description How requests are sent unless the sender says otherwise. */
            options: components["schemas"]["TemplateOptionsResponse"];
            /** @description From 1, in the order of publishing. */
            number: number;
            /** @description SHA-256 of the version's canonical content, in hexadecimal digits. */
            sha256: string;
            /** @description What is new, as given when publishing. */
            note: string;
            /** @description The number of the member who published it, or whose API key did. */
            publishedByUserId: number;
            /**
             * Format: date-time
             * @description When it was published.
             */
            publishedAt: string;
        };
        TemplateDifference: {
            /** @description What the first version has there; null if nothing. */
            from: {
                [key: string]: unknown;
            } | unknown[] | string | number | boolean | null;
            /** @description What the second version has there; null if nothing. */
            to: {
                [key: string]: unknown;
            } | unknown[] | string | number | boolean | null;
            /** @description Where the versions differ, such as `fields.rent.validation.max`. */
            path: string;
            /**
             * @description What happened there.
             * @enum {string}
             */
            change: "added" | "changed" | "moved" | "removed";
            /** @description One sentence for people. */
            message: string;
        };
        TemplateDifferences: {
            /** @description The differences, by documents, roles, fields and options. */
            items: components["schemas"]["TemplateDifference"][];
        };
        RolePerson: {
            /**
             * Format: email
             * @description Where the signer gets the link and, for `advanced`, the code.
             */
            email: string;
            /** @description Shown to the signer and on the certificate of completion. */
            name?: string | null;
            /**
             * @description The language of pages and emails, as a BCP 47 tag; the nearest supported language is used. Without a tag, or without a
             *     match, the organization's language is used.
             */
            locale?: string | null;
        };
        SendTemplate: {
            /** @description The people, by the key of their role: one for each role of the template. */
            roles: {
                [key: string]: components["schemas"]["RolePerson"];
            };
            /** @description Values by the key of their field. A value of `GET …/values-schema`; null or an empty text for none. */
            values?: {
                [key: string]: unknown;
            };
            /** @description Number of a published version; the latest by default. */
            version?: number;
            /** @description Keys of fields that signers see but cannot change. */
            readOnly?: string[];
            /** @description Subject of the invitations; by default that of the template. */
            subject?: string;
            /** @description Text of the invitations; by default that of the template. */
            messageContent?: string;
            /** @description Shown as the sender; by default as in the template. */
            senderName?: string;
            /** @description ISO 8601; UTC if it has no offset. A date without a time means the end of that day. By default as in the template. */
            expiresDate?: string;
            /** @description ISO 8601. When to send the request; now by default. */
            scheduledDate?: string;
            /** @description Addresses that get a copy of the completed document; by default those of the template. */
            ccOnComplete?: string[];
            /** @description Whether each signer must verify their identity; by default as in the template. */
            requireVerification?: boolean;
            /** @description A number of your own, which is stored and not returned; by default that of the template. */
            categoryId?: number;
        };
        RequestTemplate: {
            /** @description The number of the template. */
            templateId: number;
            /** @description The version from which the request was made. */
            version: number;
            /** @description SHA-256 of the version's canonical content, in hexadecimal digits. */
            sha256: string;
        };
        CreateBulkSend: {
            /** @description Shown to members only. */
            name: string;
            /** @description Of the template from which the requests are made. */
            templateId: number;
            /** @description Number of a published version; the latest by default. It stays the same, whatever is published afterwards. */
            version?: number;
            /**
             * @description Whether rows with faults keep all others from being sent (`stop`, the default), or are left out (`skip`).
             * @enum {string}
             */
            onInvalid?: "skip" | "stop";
            /** @description Keys of fields that signers see but cannot change. */
            readOnly?: string[];
            /** @description Subject of the invitations; by default that of the template. */
            subject?: string;
            /** @description Text of the invitations; by default that of the template. */
            messageContent?: string;
            /** @description Shown as the sender; by default as in the template. */
            senderName?: string;
            /** @description ISO 8601; UTC if it has no offset. A date without a time means the end of that day. By default as in the template. */
            expiresDate?: string;
            /** @description Addresses that get a copy of each completed document; by default those of the template. */
            ccOnComplete?: string[];
            /** @description Whether each signer must verify their identity; by default as in the template. */
            requireVerification?: boolean;
            /** @description A number of your own, which is stored and not returned; by default that of the template. */
            categoryId?: number;
        };
        RowCounts: {
            /** @description All rows of the file. */
            rows: number;
            /** @description Rows without faults that were not sent yet. */
            valid: number;
            /** @description Rows with faults. */
            invalid: number;
            /** @description Rows whose requests were made. */
            created: number;
            /** @description Rows whose requests could not be made. */
            failed: number;
            /** @description Rows that were cancelled before they were sent. */
            cancelled: number;
            /** @description Rows with warnings. */
            warned: number;
        };
        BulkSend: {
            /** @description The number of the bulk send, used in its path. */
            id: number;
            /** @description Shown to members only. */
            name: string;
            /** @description Of the template from which the requests are made. */
            templateId: number;
            /** @description Of the template. */
            version: number;
            /**
             * @description `empty` without rows, `checked` with rows of which every fault is known; then `running`, `paused`, and at the end `finished` or `cancelled`.
             * @enum {string}
             */
            state: "cancelled" | "checked" | "empty" | "finished" | "paused" | "running";
            /**
             * @description Whether rows with faults keep all others from being sent, or are left out.
             * @enum {string}
             */
            onInvalid: "skip" | "stop";
            /** @description How many rows there are, by state. */
            counts: components["schemas"]["RowCounts"];
            /** @description The code of what paused it; null if a person did, or it is not paused. */
            pausedBecause: string | null;
            /** @description Requests made within a minute, as measured; null if none was made lately. */
            ratePerMinute: number | null;
            /** @description Emails of the organization's bulk sends that the mail server has not taken yet. */
            waitingMails: number;
            /**
             * @description What takes longest: `rows` whose requests are to be made, or `mail` that is to be sent; null if nothing is left.
             * @enum {string|null}
             */
            waitsFor: "mail" | "rows" | null;
            /**
             * Format: date-time
             * @description When every request is made and mailed, at the earliest; null if it is not known.
             */
            expectedEndAt: string | null;
            /**
             * Format: date-time
             * @description When the bulk send was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the rows were last uploaded; null without any.
             */
            uploadedAt: string | null;
            /**
             * Format: date-time
             * @description When it was started; null before.
             */
            startedAt: string | null;
            /**
             * Format: date-time
             * @description When it finished or was cancelled; null before.
             */
            endedAt: string | null;
        };
        BulkSendList: {
            /** @description The entries of this page. */
            items: components["schemas"]["BulkSend"][];
            /** @description How many entries match, on all pages together. */
            total: number;
            /** @description How many entries come before this page. */
            skip: number;
            /** @description The maximum number of entries on a page. */
            limit: number;
        };
        RowFault: {
            /** @description What is wrong, for programs. */
            code: string;
            /** @description Of the file, from 1, in which the row begins. */
            line: number;
            /** @description As the file calls it; null if the fault is of the whole row. */
            column: string | null;
            /** @description What is wrong, and what would be right. */
            message: string;
        };
        BulkSendRow: {
            /** @description From 1, without the header and without empty rows. */
            number: number;
            /** @description Of the file, in which the row begins. */
            line: number;
            /** @description Your own key of the row; null without one. */
            reference: string | null;
            /**
             * @description `valid` until it is sent, `invalid` with faults; then `created`, `failed` or `cancelled`.
             * @enum {string}
             */
            state: "cancelled" | "created" | "failed" | "invalid" | "valid";
            /** @description The request that was made; null if there is none. */
            signatureId: number | null;
            /** @description What keeps the row from being sent. */
            faults: components["schemas"]["RowFault"][];
            /** @description What you may want to know. */
            warnings: components["schemas"]["RowFault"][];
        };
        BulkSendRowList: {
            /** @description The entries of this page. */
            items: components["schemas"]["BulkSendRow"][];
            /** @description How many entries match, on all pages together. */
            total: number;
            /** @description How many entries come before this page. */
            skip: number;
            /** @description The maximum number of entries on a page. */
            limit: number;
        };
        StartBulkSend: {
            /** @description Whether to send rows once more that were started within 24 hours. */
            confirmRepeated?: boolean;
        };
        MatchedColumn: {
            /** @description As the file calls it. */
            column: string;
            /** @description What it means; null if it is not read. */
            target: string | null;
        };
        NumberedRowFault: {
            /** @description What is wrong, for programs. */
            code: string;
            /** @description Of the file, from 1, in which the row begins. */
            line: number;
            /** @description As the file calls it; null if the fault is of the whole row. */
            column: string | null;
            /** @description What is wrong, and what would be right. */
            message: string;
            /** @description The number of the row, from 1. */
            row: number;
        };
        UploadedRows: {
            /** @description The number of the bulk send, used in its path. */
            id: number;
            /** @description Shown to members only. */
            name: string;
            /** @description Of the template from which the requests are made. */
            templateId: number;
            /** @description Of the template. */
            version: number;
            /**
             * @description `empty` without rows, `checked` with rows of which every fault is known; then `running`, `paused`, and at the end `finished` or `cancelled`.
             * @enum {string}
             */
            state: "cancelled" | "checked" | "empty" | "finished" | "paused" | "running";
            /**
             * @description Whether rows with faults keep all others from being sent, or are left out.
             * @enum {string}
             */
            onInvalid: "skip" | "stop";
            /** @description How many rows there are, by state. */
            counts: components["schemas"]["RowCounts"];
            /** @description The code of what paused it; null if a person did, or it is not paused. */
            pausedBecause: string | null;
            /** @description Requests made within a minute, as measured; null if none was made lately. */
            ratePerMinute: number | null;
            /** @description Emails of the organization's bulk sends that the mail server has not taken yet. */
            waitingMails: number;
            /**
             * @description What takes longest: `rows` whose requests are to be made, or `mail` that is to be sent; null if nothing is left.
             * @enum {string|null}
             */
            waitsFor: "mail" | "rows" | null;
            /**
             * Format: date-time
             * @description When every request is made and mailed, at the earliest; null if it is not known.
             */
            expectedEndAt: string | null;
            /**
             * Format: date-time
             * @description When the bulk send was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the rows were last uploaded; null without any.
             */
            uploadedAt: string | null;
            /**
             * Format: date-time
             * @description When it was started; null before.
             */
            startedAt: string | null;
            /**
             * Format: date-time
             * @description When it finished or was cancelled; null before.
             */
            endedAt: string | null;
            /** @description `csv`, `tsv`, `ndjson` or `json`. */
            format: string;
            /** @description In which the file was read. */
            encoding: string;
            /** @description What separates the columns; null for JSON. */
            delimiter: string | null;
            /** @description The columns of the file, in its order. */
            columns: components["schemas"]["MatchedColumn"][];
            /** @description Rows without any content, which are not counted. */
            emptyRows: number;
            /** @description The first faults; those of every row are listed by `GET …/rows`. */
            faults: components["schemas"]["NumberedRowFault"][];
        };
        CreateVerification: {
            /**
             * Format: email
             * @description The address at which the person gets emails.
             */
            email: string;
            /** @description As you gave it; compared with the document. */
            firstName: string;
            /** @description As you gave it; compared with the document. */
            lastName: string;
            /**
             * @description Which document the person shows; null if the person chooses.
             * @enum {string}
             */
            documentType: "drivers_license" | "id_card" | "passport";
            /**
             * @description `document`, `liveness` (a face that turns) or `combined` (both, compared with each other).
             * @enum {string}
             */
            verificationMethod: "combined" | "document" | "liveness";
            /** @description An absolute URL to which the person returns. An app's own scheme is allowed, but none that a browser would execute. */
            redirectUrl?: string | null;
            /** @description Free key-value pairs, up to 16 KB. */
            metadata?: {
                [key: string]: unknown;
            } | null;
            /**
             * @description The language of pages, as a BCP 47 tag; the nearest supported language is used. Without a tag, or without a match, the
             *     organization's language is used.
             */
            locale?: string | null;
            /** @description How long the link works, in minutes; 60 by default. */
            expiresInMinutes?: number | null;
        };
        CreateShortVerification: {
            /** @description First and last names; compared with the document. */
            name: string;
            /**
             * Format: email
             * @description The address at which the person gets emails.
             */
            email: string;
            /** @description Where the browser returns at the end. */
            callbackUrl: string;
            /**
             * @description The language of pages and emails, as a BCP 47 tag; the nearest supported language is used. Without a tag, or without a
             *     match, the organization's language is used.
             */
            locale?: string | null;
            /** @description How long the link works, in minutes; 60 by default. */
            expiresInMinutes?: number | null;
        };
        CreatedVerification: {
            /** @description The number of the verification, used in its path. */
            id: number;
            /**
             * Format: email
             * @description The address at which the person gets emails.
             */
            email: string;
            /** @description As you gave it; compared with the document. */
            firstName: string;
            /** @description As you gave it; compared with the document. */
            lastName: string;
            /**
             * @description Which document the person shows; null if the person chooses.
             * @enum {string|null}
             */
            documentType: "drivers_license" | "id_card" | "passport" | null;
            /**
             * @description `document`, `liveness` (a face that turns) or `combined` (both, compared with each other).
             * @enum {string}
             */
            verificationMethod: "combined" | "document" | "liveness";
            /**
             * @description The status of the session; `completed` means that a report is available, not that the person was approved.
             * @enum {string}
             */
            status: "completed" | "expired" | "failed" | "in_progress" | "pending";
            /**
             * Format: uri
             * @description Send the person here right away.
             */
            sessionUrl: string;
            /**
             * Format: uri
             * @description Where the browser returns at the end; null if it does not.
             */
            redirectUrl: string | null;
            /** @description Values of your own, which are returned in responses and events. */
            metadata: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When the verification was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the link stops working: `expiresInMinutes` after creation.
             */
            expiresAt: string;
        };
        ShortVerification: {
            /** @description The number of the verification, used in its path. */
            id: number;
            /**
             * Format: email
             * @description The address at which the person gets emails.
             */
            email: string;
            /**
             * @description The status of the session; `completed` means that a report is available, not that the person was approved.
             * @enum {string}
             */
            status: "completed" | "expired" | "failed" | "in_progress" | "pending";
            /**
             * Format: date-time
             * @description When the session ends, unless the person finishes earlier.
             */
            expiresAt: string;
            /** @description 64 hexadecimal characters. */
            token: string;
        };
        VerificationSummary: {
            /** @description The number of the verification, used in its path. */
            id: number;
            /**
             * Format: email
             * @description The address at which the person gets emails.
             */
            email: string;
            /** @description As you gave it; compared with the document. */
            firstName: string;
            /** @description As you gave it; compared with the document. */
            lastName: string;
            /**
             * @description Null until the person chooses one; only the short form leaves the choice open.
             * @enum {string|null}
             */
            documentType: "drivers_license" | "id_card" | "passport" | null;
            /**
             * @description `document`, `liveness` (a face that turns) or `combined` (both, compared with each other).
             * @enum {string}
             */
            verificationMethod: "combined" | "document" | "liveness";
            /**
             * @description The status of the session; `completed` means that a report is available, not that the person was approved.
             * @enum {string}
             */
            status: "completed" | "expired" | "failed" | "in_progress" | "pending";
            /**
             * Format: date-time
             * @description When the verification was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
        };
        VerificationList: {
            /** @description The entries of this page. */
            items: components["schemas"]["VerificationSummary"][];
            /** @description How many entries match, on all pages together. */
            total: number;
            /** @description The number of the page, from 1. */
            page: number;
            /** @description The maximum number of entries on a page. */
            limit: number;
        };
        VerificationEvent: {
            /** @description The number of the event; later events have higher numbers. */
            id: number;
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "identity_verification.completed" | "identity_verification.created" | "identity_verification.document_uploaded" | "identity_verification.failed" | "identity_verification.started";
            /**
             * Format: date-time
             * @description When it happened.
             */
            createdAt: string;
        };
        Verification: {
            /** @description The number of the verification, used in its path. */
            id: number;
            /**
             * Format: email
             * @description The address at which the person gets emails.
             */
            email: string;
            /** @description As you gave it; compared with the document. */
            firstName: string;
            /** @description As you gave it; compared with the document. */
            lastName: string;
            /**
             * @description Null until the person chooses one; only the short form leaves the choice open.
             * @enum {string|null}
             */
            documentType: "drivers_license" | "id_card" | "passport" | null;
            /**
             * @description `document`, `liveness` (a face that turns) or `combined` (both, compared with each other).
             * @enum {string}
             */
            verificationMethod: "combined" | "document" | "liveness";
            /**
             * @description The status of the session; `completed` means that a report is available, not that the person was approved.
             * @enum {string}
             */
            status: "completed" | "expired" | "failed" | "in_progress" | "pending";
            /**
             * Format: date-time
             * @description When the verification was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
            /**
             * Format: uri
             * @description Null once the verification has ended.
             */
            sessionUrl: string | null;
            /**
             * Format: uri
             * @description Where the browser returns at the end; null if it does not.
             */
            redirectUrl: string | null;
            /** @description Values of your own, which are returned in responses and events. */
            metadata: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When the session ends, unless the person finishes earlier.
             */
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
            /** @description The number of the verification, used in its path. */
            id: number;
            /**
             * Format: date-time
             * @description When everything was erased; repeated requests return the same. Null while files are left.
             */
            mediaErasedAt: string | null;
            /** @description Files that are still being deleted. They are no longer accessible. */
            filesLeft: number;
        };
        ExtractedData: {
            /** @description As stated on the document. */
            firstName: string | null;
            /** @description As stated on the document. */
            lastName: string | null;
            /**
             * Format: date
             * @description YYYY-MM-DD.
             */
            dateOfBirth: string | null;
            /** @description As stated on the document. */
            documentNumber: string | null;
            /**
             * Format: date
             * @description YYYY-MM-DD. Also null for a document that never expires: the message of the check `document_expiry` says which.
             */
            expiryDate: string | null;
            /** @description ISO 3166-1 alpha-2. */
            nationality: string | null;
            /** @description ISO 3166-1 alpha-3. */
            issuingCountry: string | null;
        };
        LivenessResult: {
            /** @description Whether a live person did what was asked. */
            passed: boolean;
            /** @description 0 to 1. */
            score: number;
            /** @description Whether the camera seems to have seen a picture or a mask instead of a person. */
            spoofDetected: boolean;
        };
        Check: {
            /**
             * @description Which check it is.
             * @enum {string}
             */
            id: "barcode" | "birth_date" | "document_expiry" | "document_type" | "face_match" | "image_quality" | "liveness" | "machine_readable_zone" | "name_match" | "printed_text" | "seen_before" | "sides_match" | "specimen";
            /**
             * @description The outcome of the check; `uncertain` leads to a review.
             * @enum {string}
             */
            outcome: "clear" | "fail" | "not_run" | "uncertain";
            /** @description 0 to 1; null if the check measures nothing. */
            score: number | null;
            /** @description The lowest score that counts as clear. */
            threshold: number | null;
            /** @description The program that measured it, with its version; null if none did. */
            engineVersion: string | null;
            /** @description What the check found, in one sentence for people. */
            message: string;
        };
        DocumentReport: {
            /** @description The verification that it is about. */
            verificationId: number;
            /**
             * @description `manual_review` until a reviewer has decided.
             * @enum {string}
             */
            result: "approved" | "manual_review" | "rejected";
            /**
             * @description Null if the person never chose one.
             * @enum {string|null}
             */
            documentType: "drivers_license" | "id_card" | "passport" | null;
            /** @description 0 to 1: the score of the comparison in `matchedBy`; 0 if nothing was compared. */
            matchScore: number;
            /**
             * @description `face`: the face in front of the camera was compared with the portrait. `name`: only the names were compared, as with
             *     the method `document`, so the score says nothing about who holds the document. Null if nothing was compared.
             * @enum {string|null}
             */
            matchedBy: "face" | "name" | null;
            /** @description Always has all seven keys; a value that was not read is null. */
            extractedData: components["schemas"]["ExtractedData"];
            /** @description Null if no liveness challenge ran. */
            livenessResult: components["schemas"]["LivenessResult"] | null;
            /**
             * Format: date-time
             * @description When the result was last decided.
             */
            completedAt: string;
            /** @description Each check with its outcome. */
            checks: components["schemas"]["Check"][];
            /** @description The reasons for the result, as stable codes; a reviewer's own words come last. */
            reasons: string[];
        };
        WebhookNotification: {
            /** @description The id of this record; a replay is requested with it. */
            id: string;
            /** @description The type of the delivered event. */
            event: string;
            /**
             * Format: uuid
             * @description Equals the X-Service-Webhook-Id header.
             */
            webhookId: string;
            /** @description The organization that it belongs to. */
            organizationId: string;
            /** @description The endpoint it goes to. Null for a delivery recorded before the organization had an endpoint. */
            endpointId: number | null;
            /** @description The webhookId of the delivery that this one replays; null for most. */
            replayOf: string | null;
            /**
             * @description `pending` as long as another attempt is due, `failed` after the last one.
             * @enum {string}
             */
            status: "failed" | "pending" | "success";
            /** @description The exact JSON payload. */
            requestBody: {
                [key: string]: unknown;
            };
            /** @description Null on a network error. */
            responseCode: number | null;
            /** @description The beginning of the endpoint's response body. */
            responseBody: string;
            /** @description The headers of the endpoint's response. */
            responseHeaders: {
                [key: string]: string;
            };
            /**
             * Format: date-time
             * @description Time of the latest attempt.
             */
            deliveredAt: string | null;
            /**
             * Format: date-time
             * @description When the next attempt is due; null if none is.
             */
            nextRetryAt: string | null;
            /** @description Why the latest attempt failed; null if it did not. */
            failureReason: string | null;
            /** @description How many attempts have been made. */
            attempts: number;
        };
        WebhookNotificationPage: {
            /** @description The entries of this page. */
            items: components["schemas"]["WebhookNotification"][];
            /** @description How many entries match, on all pages together. */
            total: number;
            /** @description The maximum number of entries on a page. */
            limit: number;
            /** @description How many entries come before this page. */
            offset: number;
        };
        ReplayFailed: {
            /** @description Only deliveries recorded at or after this time. */
            from: string;
            /** @description Only deliveries recorded before this time; those recorded after the request are never included. */
            until: string;
            /** @description Only deliveries to this endpoint. */
            endpointId?: number;
        };
        Replay: {
            /** @description The id of the replay, for requesting its progress. */
            id: string;
            /** @description As you gave it. */
            from: string;
            /** @description As you gave it. */
            until: string;
            /** @description Null for all endpoints. */
            endpointId: number | null;
            /** @description How many deliveries will be repeated, counted up to 100,000. */
            found: number;
        };
        ReplayProgress: {
            /** @description The id of the replay, for requesting its progress. */
            id: string;
            /** @description As you gave it. */
            from: string;
            /** @description As you gave it. */
            until: string;
            /** @description Null for all endpoints. */
            endpointId: number | null;
            /** @description How many new deliveries have been created so far. */
            replayed: number;
            /** @description Whether all new deliveries have been created. They may still be waiting to be sent. */
            finished: boolean;
        };
        ReplayedDelivery: {
            /** @description The record id of the new delivery. */
            id: string;
        };
        Event: {
            /**
             * Format: uuid
             * @description The id of the event, the same in the feed and in its first delivery; detect duplicates by it.
             */
            webhookId: string;
            /** @description The type of the event. */
            event: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            createdAt: string;
            /** @description The organization that it belongs to. */
            organizationId: number;
            /** @description The resource as GET returned it when the event happened. */
            data: {
                [key: string]: unknown;
            };
        };
        EventPage: {
            /** @description In the order in which their transactions first wrote something; each is byte for byte what a delivery carries. */
            items: components["schemas"]["Event"][];
            /** @description The cursor of the next page: pass it as `after`. */
            next: string;
            /** @description Whether the next page already has events. */
            hasMore: boolean;
        };
        SignaturePayload: {
            /** @description The number of the request, used in its path. */
            id: number;
            /**
             * @description How people sign: by a link, with a code as well, by the sender, or on one device in a room.
             * @enum {string}
             */
            type: "advanced" | "fast" | "in_person" | "self_signed";
            /**
             * @description The status of the request, from `draft` to `completed`, `rejected` or `expired`.
             * @enum {string}
             */
            status: "completed" | "created" | "draft" | "expired" | "partially_signed" | "rejected" | "scheduled";
            /**
             * @description `ready` once a document has been uploaded, `draft` before.
             * @enum {string}
             */
            documentStatus: "draft" | "ready";
            /** @description The name that signers see as the sender. */
            senderName: string;
            /** @description The subject of the email to the signers; empty if none was given. */
            subject: string;
            /** @description The message from the sender to the signers. */
            messageContent: string;
            /** @description As given for the draft. */
            originalDocumentName: string;
            /** @description The media type of the document as given for the draft. */
            originalDocumentType: string;
            /** @description As given for the draft. */
            originalDocumentExtension: string;
            /** @description The organization that it belongs to. */
            organizationId: number;
            /** @description The member who created it, or whose key did. */
            createdByUserId: number;
            /**
             * Format: date-time
             * @description When it was sent to the signers; null before.
             */
            dateSent: string | null;
            /**
             * Format: date-time
             * @description After this moment nobody can sign; null for no deadline.
             */
            expiresDate: string | null;
            /** @description Whether signers verify their identity before they sign. */
            requireVerification: boolean;
            /** @description Addresses that get the signed document when all have signed. */
            ccOnComplete: string[];
            /**
             * Format: date-time
             * @description When the draft was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
            /** @description All signers, in the order in which they were given. */
            signers: components["schemas"]["Signer"][];
            /**
             * Format: date-time
             * @description Present once the request is cancelled.
             */
            deletedAt?: string;
        };
        VerificationPayload: {
            /** @description The number of the verification, used in its path. */
            id: number;
            /**
             * Format: email
             * @description The address at which the person gets emails.
             */
            email: string;
            /** @description As you gave it; compared with the document. */
            firstName: string;
            /** @description As you gave it; compared with the document. */
            lastName: string;
            /**
             * @description Null until the person chooses one; only the short form leaves the choice open.
             * @enum {string|null}
             */
            documentType: "drivers_license" | "id_card" | "passport" | null;
            /**
             * @description `document`, `liveness` (a face that turns) or `combined` (both, compared with each other).
             * @enum {string}
             */
            verificationMethod: "combined" | "document" | "liveness";
            /**
             * @description The status of the session; `completed` means that a report is available, not that the person was approved.
             * @enum {string}
             */
            status: "completed" | "expired" | "failed" | "in_progress" | "pending";
            /**
             * Format: date-time
             * @description When the verification was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
            /**
             * Format: uri
             * @description Where the browser returns at the end; null if it does not.
             */
            redirectUrl: string | null;
            /** @description Values of your own, which are returned in responses and events. */
            metadata: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When the session ends, unless the person finishes earlier.
             */
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
            /** @description The status of the response. */
            statusCode: number;
            /** @description What is wrong and what would be right, in one sentence for people. */
            message: string;
            /** @description The name of the status. */
            error: string;
            /** @description What a program can branch on. */
            code?: string;
            /** @description Which fields are wrong, and how. */
            details?: components["schemas"]["FieldError"][];
        };
        FieldError: {
            /** @description Its path, such as `signers[1].email`. */
            field: string;
            /** @description What is wrong and what would be right, in one sentence for people. */
            message: string;
            /** @description What a program can branch on, for forms and their values. Only the pages of signers say `value_read_only`, `entry_required`, `entry_not_a_number`, `entry_ambiguous`, `attachment_refused`, `attachment_too_large` and `formula_no_result`. */
            code?: string;
            /** @description The rule that a value breaks, such as `maxLength`. */
            rule?: string;
            /** @description What the rule demands, such as `20`. */
            limit?: string;
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
                /**
                 * @description How many entries to skip before the page.
                 * @example 20
                 */
                skip?: number;
                /**
                 * @description The maximum number of entries on a page.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description Only those with this status.
                 * @example completed
                 */
                status?: "completed" | "created" | "draft" | "expired" | "partially_signed" | "rejected" | "scheduled";
                /**
                 * @description Only those of this type.
                 * @example advanced
                 */
                type?: "advanced" | "fast" | "in_person" | "self_signed";
                /**
                 * @description Only requests whose document name contains this, in upper or lower case.
                 * @example lease
                 */
                fileName?: string;
                /**
                 * @description Only requests whose subject contains this, in upper or lower case.
                 * @example flat 7
                 */
                subject?: string;
                /**
                 * @description Only requests sent on this day, in UTC.
                 * @example 2026-03-02
                 */
                date?: string;
                /**
                 * @description Only requests sent on this day or later, in UTC.
                 * @example 2026-03-01
                 */
                dateFrom?: string;
                /**
                 * @description Only requests sent on this day or earlier, in UTC.
                 * @example 2026-03-31
                 */
                dateTo?: string;
                /**
                 * @description Email addresses separated by commas; a request matches if any of them is one of its signers.
                 * @example ada@example.com,charles@example.com
                 */
                recipients?: string;
                /**
                 * @description The time by which the list is sorted.
                 * @example dateSent
                 */
                sortBy?: "createdAt" | "dateSent" | "updatedAt";
                /**
                 * @description `desc` lists the latest first.
                 * @example asc
                 */
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
                /**
                 * @description Makes the request safe to repeat. For 24 hours after it has succeeded, the same request with the same key gets the same response, with `Idempotency-Replayed: true`.
                 * @example 6f1d2c1e-8a54-4f0e-b7f5-3f1b6a0c2d4e
                 */
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
                /**
                 * @description The `ETag` of an earlier response: if it is still current, the response is 304 without a body.
                 * @example "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is"
                 */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description The `id` of the request.
                 * @example 4711
                 */
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
                /**
                 * @description Makes the request safe to repeat. For 24 hours after it has succeeded, the same request with the same key gets the same response, with `Idempotency-Replayed: true`.
                 * @example 6f1d2c1e-8a54-4f0e-b7f5-3f1b6a0c2d4e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The `id` of the request.
                 * @example 4711
                 */
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
                /**
                 * @description The `ETag` of an earlier response: if it is still current, the response is 304 without a body.
                 * @example "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is"
                 */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description The `id` of the request.
                 * @example 4711
                 */
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
                /**
                 * @description The `ETag` of an earlier response: if it is still current, the response is 304 without a body.
                 * @example "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is"
                 */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description The `id` of the request.
                 * @example 4711
                 */
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
                /**
                 * @description Makes the request safe to repeat. For 24 hours after it has succeeded, the same request with the same key gets the same response, with `Idempotency-Replayed: true`.
                 * @example 6f1d2c1e-8a54-4f0e-b7f5-3f1b6a0c2d4e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The `id` of the request.
                 * @example 4711
                 */
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
                /**
                 * @description Makes the request safe to repeat. For 24 hours after it has succeeded, the same request with the same key gets the same response, with `Idempotency-Replayed: true`.
                 * @example 6f1d2c1e-8a54-4f0e-b7f5-3f1b6a0c2d4e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The `id` of the request.
                 * @example 4711
                 */
                signatureId: number;
                /**
                 * @description The `id` of the signer.
                 * @example 9042
                 */
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
                /**
                 * @description Makes the request safe to repeat. For 24 hours after it has succeeded, the same request with the same key gets the same response, with `Idempotency-Replayed: true`.
                 * @example 6f1d2c1e-8a54-4f0e-b7f5-3f1b6a0c2d4e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The `id` of the request.
                 * @example 4711
                 */
                signatureId: number;
                /**
                 * @description The `id` of the signer.
                 * @example 9042
                 */
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
                /**
                 * @description The `ETag` of an earlier response: if it is still current, the response is 304 without a body.
                 * @example "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is"
                 */
                "If-None-Match"?: string;
                /**
                 * @description One range of bytes, such as `bytes=0-1023`: the response is 206 with that part.
                 * @example bytes=0-1023
                 */
                Range?: string;
                /**
                 * @description The `ETag` of the parts so far: if it is no longer current, the response is the whole file.
                 * @example "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is"
                 */
                "If-Range"?: string;
            };
            path: {
                /**
                 * @description The `id` of the request.
                 * @example 4711
                 */
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
                /**
                 * @description Makes the request safe to repeat. For 24 hours after it has succeeded, the same request with the same key gets the same response, with `Idempotency-Replayed: true`.
                 * @example 6f1d2c1e-8a54-4f0e-b7f5-3f1b6a0c2d4e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The `id` of the request.
                 * @example 4711
                 */
                signatureId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "file": "(the bytes of Lease.pdf)",
                 *       "fields": "[{\"kind\":\"signature\",\"signerEmail\":\"ada@example.com\",\"page\":1,\"x\":72,\"y\":640,\"width\":180,\"height\":40}]"
                 *     }
                 */
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description A PDF, a Word document, or a picture.
                     */
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
                /**
                 * @description The `ETag` of an earlier response: if it is still current, the response is 304 without a body.
                 * @example "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is"
                 */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description The `id` of the request.
                 * @example 4711
                 */
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
                /**
                 * @description Makes the request safe to repeat. For 24 hours after it has succeeded, the same request with the same key gets the same response, with `Idempotency-Replayed: true`.
                 * @example 6f1d2c1e-8a54-4f0e-b7f5-3f1b6a0c2d4e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The `id` of the request.
                 * @example 4711
                 */
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
                /**
                 * @description The `ETag` of an earlier response: if it is still current, the response is 304 without a body.
                 * @example "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is"
                 */
                "If-None-Match"?: string;
                /**
                 * @description One range of bytes, such as `bytes=0-1023`: the response is 206 with that part.
                 * @example bytes=0-1023
                 */
                Range?: string;
                /**
                 * @description The `ETag` of the parts so far: if it is no longer current, the response is the whole file.
                 * @example "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is"
                 */
                "If-Range"?: string;
            };
            path: {
                /**
                 * @description The `id` of the request.
                 * @example 4711
                 */
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
                /**
                 * @description The `ETag` of an earlier response: if it is still current, the response is 304 without a body.
                 * @example "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is"
                 */
                "If-None-Match"?: string;
                /**
                 * @description One range of bytes, such as `bytes=0-1023`: the response is 206 with that part.
                 * @example bytes=0-1023
                 */
                Range?: string;
                /**
                 * @description The `ETag` of the parts so far: if it is no longer current, the response is the whole file.
                 * @example "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is"
                 */
                "If-Range"?: string;
            };
            path: {
                /**
                 * @description The `id` of the request.
                 * @example 4711
                 */
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
    signatureFormsGet: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of an earlier response: if it is still current, the response is 304 without a body.
                 * @example "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is"
                 */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description The `id` of the request.
                 * @example 4711
                 */
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
                    "application/json": components["schemas"]["Form"];
                };
            };
        };
    };
    signatureFormsDefine: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. For 24 hours after it has succeeded, the same request with the same key gets the same response, with `Idempotency-Replayed: true`.
                 * @example 6f1d2c1e-8a54-4f0e-b7f5-3f1b6a0c2d4e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The `id` of the request.
                 * @example 4711
                 */
                signatureId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PutForm"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Form"];
                };
            };
        };
    };
    signatureFormsRemove: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. For 24 hours after it has succeeded, the same request with the same key gets the same response, with `Idempotency-Replayed: true`.
                 * @example 6f1d2c1e-8a54-4f0e-b7f5-3f1b6a0c2d4e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The `id` of the request.
                 * @example 4711
                 */
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
                    "application/json": components["schemas"]["Message"];
                };
            };
        };
    };
    signatureFormsFill: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. For 24 hours after it has succeeded, the same request with the same key gets the same response, with `Idempotency-Replayed: true`.
                 * @example 6f1d2c1e-8a54-4f0e-b7f5-3f1b6a0c2d4e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The `id` of the request.
                 * @example 4711
                 */
                signatureId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FormValues"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Form"];
                };
            };
        };
    };
    signatureFormsResults: {
        parameters: {
            query?: {
                /**
                 * @description How the values are written: `json`, `csv` or `xfdf`.
                 * @example csv
                 */
                format?: "csv" | "json" | "xfdf";
            };
            header?: never;
            path: {
                /**
                 * @description The `id` of the request.
                 * @example 4711
                 */
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
                    "application/json": components["schemas"]["FormData"];
                    "text/csv": string;
                    "application/vnd.adobe.xfdf": string;
                };
            };
        };
    };
    signatureAttachmentsList: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of an earlier response: if it is still current, the response is 304 without a body.
                 * @example "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is"
                 */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description The `id` of the request.
                 * @example 4711
                 */
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
                    "application/json": components["schemas"]["AttachmentList"];
                };
            };
        };
    };
    signatureAttachmentsDownload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of the request.
                 * @example 4711
                 */
                signatureId: number;
                /**
                 * @description The `id` of the file.
                 * @example 77
                 */
                fileId: number;
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
                    "image/png": string;
                    "image/jpeg": string;
                    "application/pdf": string;
                };
            };
        };
    };
    formImportsImport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. For 24 hours after it has succeeded, the same request with the same key gets the same response, with `Idempotency-Replayed: true`.
                 * @example 6f1d2c1e-8a54-4f0e-b7f5-3f1b6a0c2d4e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The `id` of the request.
                 * @example 4711
                 */
                signatureId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "file": "(the bytes of Lease.pdf)",
                 *       "form": "{\"roles\":[{\"key\":\"tenant\",\"order\":1}],\"signers\":{\"tenant\":\"ada@example.com\"},\"role\":\"tenant\"}"
                 *     }
                 */
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description A PDF with form fields.
                     */
                    file: string;
                    form: components["schemas"]["FormPeople"];
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FormImport"];
                };
            };
        };
    };
    recipientsList: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of an earlier response: if it is still current, the response is 304 without a body.
                 * @example "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is"
                 */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description The `id` of the request.
                 * @example 4711
                 */
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
                    "application/json": components["schemas"]["RecipientList"];
                };
            };
        };
    };
    recipientsAdd: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. For 24 hours after it has succeeded, the same request with the same key gets the same response, with `Idempotency-Replayed: true`.
                 * @example 6f1d2c1e-8a54-4f0e-b7f5-3f1b6a0c2d4e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The `id` of the request.
                 * @example 4711
                 */
                signatureId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendRecipient"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Recipient"];
                };
            };
        };
    };
    recipientsRemind: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. For 24 hours after it has succeeded, the same request with the same key gets the same response, with `Idempotency-Replayed: true`.
                 * @example 6f1d2c1e-8a54-4f0e-b7f5-3f1b6a0c2d4e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The `id` of the request.
                 * @example 4711
                 */
                signatureId: number;
                /**
                 * @description The `id` of the recipient.
                 * @example 61
                 */
                recipientId: number;
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
    recipientsRemove: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. For 24 hours after it has succeeded, the same request with the same key gets the same response, with `Idempotency-Replayed: true`.
                 * @example 6f1d2c1e-8a54-4f0e-b7f5-3f1b6a0c2d4e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The `id` of the request.
                 * @example 4711
                 */
                signatureId: number;
                /**
                 * @description The `id` of the recipient.
                 * @example 61
                 */
                recipientId: number;
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
                    "application/json": components["schemas"]["Recipient"];
                };
            };
        };
    };
    recipientsChangeEmail: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. For 24 hours after it has succeeded, the same request with the same key gets the same response, with `Idempotency-Replayed: true`.
                 * @example 6f1d2c1e-8a54-4f0e-b7f5-3f1b6a0c2d4e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The `id` of the request.
                 * @example 4711
                 */
                signatureId: number;
                /**
                 * @description The `id` of the recipient.
                 * @example 61
                 */
                recipientId: number;
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
                    "application/json": components["schemas"]["Recipient"];
                };
            };
        };
    };
    requestDocumentsList: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of an earlier response: if it is still current, the response is 304 without a body.
                 * @example "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is"
                 */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description The `id` of the request.
                 * @example 4711
                 */
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
                    "application/json": components["schemas"]["RequestDocumentList"];
                };
            };
        };
    };
    requestDocumentsArchive: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of the request.
                 * @example 4711
                 */
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
                    "application/zip": string;
                };
            };
        };
    };
    requestDocumentsOriginal: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of an earlier response: if it is still current, the response is 304 without a body.
                 * @example "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is"
                 */
                "If-None-Match"?: string;
                /**
                 * @description One range of bytes, such as `bytes=0-1023`: the response is 206 with that part.
                 * @example bytes=0-1023
                 */
                Range?: string;
                /**
                 * @description The `ETag` of the parts so far: if it is no longer current, the response is the whole file.
                 * @example "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is"
                 */
                "If-Range"?: string;
            };
            path: {
                /**
                 * @description The `id` of the request.
                 * @example 4711
                 */
                signatureId: number;
                /**
                 * @description The number of the document, from 1.
                 * @example 1
                 */
                n: number;
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
    requestDocumentsUpload: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. For 24 hours after it has succeeded, the same request with the same key gets the same response, with `Idempotency-Replayed: true`.
                 * @example 6f1d2c1e-8a54-4f0e-b7f5-3f1b6a0c2d4e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The `id` of the request.
                 * @example 4711
                 */
                signatureId: number;
                /**
                 * @description The number of the document, from 1.
                 * @example 1
                 */
                n: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "file": "(the bytes of Lease.pdf)",
                 *       "fields": "[{\"kind\":\"signature\",\"signerEmail\":\"ada@example.com\",\"page\":1,\"x\":72,\"y\":640,\"width\":180,\"height\":40}]"
                 *     }
                 */
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description A PDF, a Word document, or a picture.
                     */
                    file: string;
                    /** @description The name of the document; that of the file by default. */
                    name?: string;
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
                    "application/json": components["schemas"]["RequestDocument"];
                };
            };
        };
    };
    requestDocumentsRemove: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. For 24 hours after it has succeeded, the same request with the same key gets the same response, with `Idempotency-Replayed: true`.
                 * @example 6f1d2c1e-8a54-4f0e-b7f5-3f1b6a0c2d4e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The `id` of the request.
                 * @example 4711
                 */
                signatureId: number;
                /**
                 * @description The number of the document, from 1.
                 * @example 1
                 */
                n: number;
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
                    "application/json": components["schemas"]["RequestDocumentList"];
                };
            };
        };
    };
    requestDocumentsRename: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. For 24 hours after it has succeeded, the same request with the same key gets the same response, with `Idempotency-Replayed: true`.
                 * @example 6f1d2c1e-8a54-4f0e-b7f5-3f1b6a0c2d4e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The `id` of the request.
                 * @example 4711
                 */
                signatureId: number;
                /**
                 * @description The number of the document, from 1.
                 * @example 1
                 */
                n: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenameDocument"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestDocument"];
                };
            };
        };
    };
    requestDocumentsListFields: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of an earlier response: if it is still current, the response is 304 without a body.
                 * @example "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is"
                 */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description The `id` of the request.
                 * @example 4711
                 */
                signatureId: number;
                /**
                 * @description The number of the document, from 1.
                 * @example 1
                 */
                n: number;
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
    requestDocumentsPlaceFields: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. For 24 hours after it has succeeded, the same request with the same key gets the same response, with `Idempotency-Replayed: true`.
                 * @example 6f1d2c1e-8a54-4f0e-b7f5-3f1b6a0c2d4e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The `id` of the request.
                 * @example 4711
                 */
                signatureId: number;
                /**
                 * @description The number of the document, from 1.
                 * @example 1
                 */
                n: number;
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
    requestDocumentsSigned: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of an earlier response: if it is still current, the response is 304 without a body.
                 * @example "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is"
                 */
                "If-None-Match"?: string;
                /**
                 * @description One range of bytes, such as `bytes=0-1023`: the response is 206 with that part.
                 * @example bytes=0-1023
                 */
                Range?: string;
                /**
                 * @description The `ETag` of the parts so far: if it is no longer current, the response is the whole file.
                 * @example "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is"
                 */
                "If-Range"?: string;
            };
            path: {
                /**
                 * @description The `id` of the request.
                 * @example 4711
                 */
                signatureId: number;
                /**
                 * @description The number of the document, from 1.
                 * @example 1
                 */
                n: number;
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
    templateArchivesExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of the template.
                 * @example 12
                 */
                templateId: number;
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
                    "application/zip": string;
                };
            };
        };
    };
    templateArchivesImport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. For 24 hours after it has succeeded, the same request with the same key gets the same response, with `Idempotency-Replayed: true`.
                 * @example 6f1d2c1e-8a54-4f0e-b7f5-3f1b6a0c2d4e
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "file": "(the bytes of the file)"
                 *     }
                 */
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description An exported template.
                     */
                    file: string;
                };
                "application/zip": string;
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
        };
    };
    templatesList: {
        parameters: {
            query?: {
                /**
                 * @description How many entries to skip before the page.
                 * @example 20
                 */
                skip?: number;
                /**
                 * @description The maximum number of entries on a page.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description Part of the name or the description.
                 * @example lease
                 */
                q?: string;
                /**
                 * @description By default all but archived templates.
                 * @example published
                 */
                state?: "archived" | "draft" | "published";
                /**
                 * @description The time by which the list is sorted.
                 * @example updatedAt
                 */
                sortBy?: "createdAt" | "name" | "updatedAt";
                /**
                 * @description `desc` lists the latest first.
                 * @example asc
                 */
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
                    "application/json": components["schemas"]["TemplateList"];
                };
            };
        };
    };
    templatesCreate: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. For 24 hours after it has succeeded, the same request with the same key gets the same response, with `Idempotency-Replayed: true`.
                 * @example 6f1d2c1e-8a54-4f0e-b7f5-3f1b6a0c2d4e
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTemplate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
        };
    };
    templatesGet: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of an earlier response: if it is still current, the response is 304 without a body.
                 * @example "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is"
                 */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description The `id` of the template.
                 * @example 12
                 */
                templateId: number;
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
                    "application/json": components["schemas"]["Template"];
                };
            };
        };
    };
    templatesArchive: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. For 24 hours after it has succeeded, the same request with the same key gets the same response, with `Idempotency-Replayed: true`.
                 * @example 6f1d2c1e-8a54-4f0e-b7f5-3f1b6a0c2d4e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The `id` of the template.
                 * @example 12
                 */
                templateId: number;
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
                    "application/json": components["schemas"]["Template"];
                };
            };
        };
    };
    templatesDescribe: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. For 24 hours after it has succeeded, the same request with the same key gets the same response, with `Idempotency-Replayed: true`.
                 * @example 6f1d2c1e-8a54-4f0e-b7f5-3f1b6a0c2d4e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The `id` of the template.
                 * @example 12
                 */
                templateId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DescribeTemplate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
        };
    };
    templatesDuplicate: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. For 24 hours after it has succeeded, the same request with the same key gets the same response, with `Idempotency-Replayed: true`.
                 * @example 6f1d2c1e-8a54-4f0e-b7f5-3f1b6a0c2d4e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The `id` of the template.
                 * @example 12
                 */
                templateId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DuplicateTemplate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
        };
    };
    templatesDefinition: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of an earlier response: if it is still current, the response is 304 without a body.
                 * @example "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is"
                 */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description The `id` of the template.
                 * @example 12
                 */
                templateId: number;
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
                    "application/json": components["schemas"]["TemplateDefinition"];
                };
            };
        };
    };
    templatesReplaceDefinition: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. For 24 hours after it has succeeded, the same request with the same key gets the same response, with `Idempotency-Replayed: true`.
                 * @example 6f1d2c1e-8a54-4f0e-b7f5-3f1b6a0c2d4e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The `id` of the template.
                 * @example 12
                 */
                templateId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplaceDefinition"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateDefinition"];
                };
            };
        };
    };
    templateDocumentsPut: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. For 24 hours after it has succeeded, the same request with the same key gets the same response, with `Idempotency-Replayed: true`.
                 * @example 6f1d2c1e-8a54-4f0e-b7f5-3f1b6a0c2d4e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The `id` of the template.
                 * @example 12
                 */
                templateId: number;
                /**
                 * @description The number of the document, from 1.
                 * @example 1
                 */
                n: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "file": "(the bytes of the file)",
                 *       "name": "Lease.pdf"
                 *     }
                 */
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description A PDF, a Word document, or a picture.
                     */
                    file: string;
                    /** @description The name of the document; by default that of the file. */
                    name?: string;
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
                    "application/json": components["schemas"]["ReplacedDocument"];
                };
            };
        };
    };
    templateDocumentsRemove: {
        parameters: {
            query?: {
                /**
                 * @description `remove` removes the fields on the document as well; without it, a document with fields stays.
                 * @example remove
                 */
                fields?: "remove";
            };
            header?: {
                /**
                 * @description Makes the request safe to repeat. For 24 hours after it has succeeded, the same request with the same key gets the same response, with `Idempotency-Replayed: true`.
                 * @example 6f1d2c1e-8a54-4f0e-b7f5-3f1b6a0c2d4e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The `id` of the template.
                 * @example 12
                 */
                templateId: number;
                /**
                 * @description The number of the document, from 1.
                 * @example 1
                 */
                n: number;
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
                    "application/json": components["schemas"]["TemplateDefinition"];
                };
            };
        };
    };
    templateDocumentsImportForm: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. For 24 hours after it has succeeded, the same request with the same key gets the same response, with `Idempotency-Replayed: true`.
                 * @example 6f1d2c1e-8a54-4f0e-b7f5-3f1b6a0c2d4e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The `id` of the template.
                 * @example 12
                 */
                templateId: number;
                /**
                 * @description The number of the document, from 1.
                 * @example 1
                 */
                n: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportTemplateForm"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateImport"];
                };
            };
        };
    };
    templateVersionsPublish: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. For 24 hours after it has succeeded, the same request with the same key gets the same response, with `Idempotency-Replayed: true`.
                 * @example 6f1d2c1e-8a54-4f0e-b7f5-3f1b6a0c2d4e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The `id` of the template.
                 * @example 12
                 */
                templateId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PublishTemplate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateVersion"];
                };
            };
        };
    };
    templateVersionsList: {
        parameters: {
            query?: {
                /**
                 * @description How many entries to skip before the page.
                 * @example 20
                 */
                skip?: number;
                /**
                 * @description The maximum number of entries on a page.
                 * @example 50
                 */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The `id` of the template.
                 * @example 12
                 */
                templateId: number;
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
                    "application/json": components["schemas"]["TemplateVersionList"];
                };
            };
        };
    };
    templateVersionsGet: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of an earlier response: if it is still current, the response is 304 without a body.
                 * @example "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is"
                 */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description The `id` of the template.
                 * @example 12
                 */
                templateId: number;
                /**
                 * @description The number of a published version; where it can be left out, the latest by default.
                 * @example 1
                 */
                version: number;
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
                    "application/json": components["schemas"]["FullTemplateVersion"];
                };
            };
        };
    };
    templateVersionsDifferences: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of an earlier response: if it is still current, the response is 304 without a body.
                 * @example "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is"
                 */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description The `id` of the template.
                 * @example 12
                 */
                templateId: number;
                /**
                 * @description The number of a published version; where it can be left out, the latest by default.
                 * @example 1
                 */
                version: number;
                /**
                 * @description The number of the later version.
                 * @example 2
                 */
                other: number;
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
                    "application/json": components["schemas"]["TemplateDifferences"];
                };
            };
        };
    };
    templateVersionsDocument: {
        parameters: {
            query?: {
                /**
                 * @description `presented` for the PDF that signers read, `original` for the file as it was uploaded.
                 * @example presented
                 */
                file?: "original" | "presented";
            };
            header?: {
                /**
                 * @description The `ETag` of an earlier response: if it is still current, the response is 304 without a body.
                 * @example "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is"
                 */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description The `id` of the template.
                 * @example 12
                 */
                templateId: number;
                /**
                 * @description The number of a published version; where it can be left out, the latest by default.
                 * @example 1
                 */
                version: number;
                /**
                 * @description The number of the document, from 1.
                 * @example 1
                 */
                n: number;
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
        };
    };
    templateVersionsValuesSchema: {
        parameters: {
            query?: {
                /**
                 * @description Number of a published version; the latest by default.
                 * @example 1
                 */
                version?: number;
            };
            header?: {
                /**
                 * @description The `ETag` of an earlier response: if it is still current, the response is 304 without a body.
                 * @example "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is"
                 */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description The `id` of the template.
                 * @example 12
                 */
                templateId: number;
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
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
    templateSendingSend: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. For 24 hours after it has succeeded, the same request with the same key gets the same response, with `Idempotency-Replayed: true`.
                 * @example 6f1d2c1e-8a54-4f0e-b7f5-3f1b6a0c2d4e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The `id` of the template.
                 * @example 12
                 */
                templateId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendTemplate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SentSignature"];
                };
            };
        };
    };
    templateSendingDraft: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. For 24 hours after it has succeeded, the same request with the same key gets the same response, with `Idempotency-Replayed: true`.
                 * @example 6f1d2c1e-8a54-4f0e-b7f5-3f1b6a0c2d4e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The `id` of the template.
                 * @example 12
                 */
                templateId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendTemplate"];
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
    requestTemplatesGet: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of an earlier response: if it is still current, the response is 304 without a body.
                 * @example "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is"
                 */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description The `id` of the request.
                 * @example 4711
                 */
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
                    "application/json": components["schemas"]["RequestTemplate"];
                };
            };
        };
    };
    requestTemplatesSave: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. For 24 hours after it has succeeded, the same request with the same key gets the same response, with `Idempotency-Replayed: true`.
                 * @example 6f1d2c1e-8a54-4f0e-b7f5-3f1b6a0c2d4e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The `id` of the request.
                 * @example 4711
                 */
                signatureId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DuplicateTemplate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
        };
    };
    bulkSendsList: {
        parameters: {
            query?: {
                /**
                 * @description How many entries to skip before the page.
                 * @example 20
                 */
                skip?: number;
                /**
                 * @description The maximum number of entries on a page.
                 * @example 50
                 */
                limit?: number;
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
                    "application/json": components["schemas"]["BulkSendList"];
                };
            };
        };
    };
    bulkSendsCreate: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. For 24 hours after it has succeeded, the same request with the same key gets the same response, with `Idempotency-Replayed: true`.
                 * @example 6f1d2c1e-8a54-4f0e-b7f5-3f1b6a0c2d4e
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateBulkSend"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkSend"];
                };
            };
        };
    };
    bulkSendsGet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of the bulk send.
                 * @example 5
                 */
                bulkSendId: number;
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
                    "application/json": components["schemas"]["BulkSend"];
                };
            };
        };
    };
    bulkSendsRows: {
        parameters: {
            query?: {
                /**
                 * @description How many entries to skip before the page.
                 * @example 20
                 */
                skip?: number;
                /**
                 * @description The maximum number of entries on a page.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description Any by default.
                 * @example invalid
                 */
                rowState?: "cancelled" | "created" | "failed" | "invalid" | "valid";
            };
            header?: never;
            path: {
                /**
                 * @description The `id` of the bulk send.
                 * @example 5
                 */
                bulkSendId: number;
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
                    "application/json": components["schemas"]["BulkSendRowList"];
                };
            };
        };
    };
    bulkRowsPut: {
        parameters: {
            query?: {
                /**
                 * @description Of the file; by default what the Content-Type of a raw body says, and otherwise `csv`.
                 * @example csv
                 */
                format?: "csv" | "json" | "ndjson" | "tsv";
                /**
                 * @description Only needed for a file that is neither UTF-8 nor UTF-16 with a byte order mark.
                 * @example windows-1252
                 */
                encoding?: "big5" | "euc-jp" | "euc-kr" | "gb18030" | "iso-8859-15" | "iso-8859-2" | "macintosh" | "shift_jis" | "utf-16be" | "utf-16le" | "utf-8" | "windows-1250" | "windows-1251" | "windows-1252" | "windows-1253" | "windows-1254" | "windows-1257";
                /**
                 * @description Only needed if the file itself leaves it unclear.
                 * @example ;
                 */
                delimiter?: "\t" | "," | ";" | "|";
                /**
                 * @description What separates the whole from the fraction in numbers of CSV; only needed if one of them may mean two numbers.
                 * @example ,
                 */
                decimalMark?: "," | ".";
                /**
                 * @description Of days in CSV that are not written as YYYY-MM-DD.
                 * @example dmy
                 */
                dateOrder?: "dmy" | "mdy" | "ymd";
                /**
                 * @description What columns mean whose names do not say so: a JSON object of targets by column, such as
                 *     `{"E-Mail": "tenant.email", "Remark": null}`; null for a column that is not to be read.
                 * @example {"E-Mail":"tenant.email"}
                 */
                columns?: string;
                /**
                 * @description What the file takes the place of: `all` rows by default, or only the `faulty` ones, as a file of faults that was
                 *     corrected does. Its columns then mean what they meant, whatever `columns`, `decimalMark` and `dateOrder` say.
                 * @example all
                 */
                replaces?: "all" | "faulty";
            };
            header?: {
                /**
                 * @description Makes the request safe to repeat. For 24 hours after it has succeeded, the same request with the same key gets the same response, with `Idempotency-Replayed: true`.
                 * @example 6f1d2c1e-8a54-4f0e-b7f5-3f1b6a0c2d4e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The `id` of the bulk send.
                 * @example 5
                 */
                bulkSendId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "file": "(the bytes of the file)"
                 *     }
                 */
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description CSV, TSV, NDJSON, or an array of JSON.
                     */
                    file: string;
                };
                "text/csv": string;
                "text/tab-separated-values": string;
                "application/x-ndjson": string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadedRows"];
                };
            };
        };
    };
    bulkSendsStart: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. For 24 hours after it has succeeded, the same request with the same key gets the same response, with `Idempotency-Replayed: true`.
                 * @example 6f1d2c1e-8a54-4f0e-b7f5-3f1b6a0c2d4e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The `id` of the bulk send.
                 * @example 5
                 */
                bulkSendId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StartBulkSend"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkSend"];
                };
            };
        };
    };
    bulkSendsPause: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. For 24 hours after it has succeeded, the same request with the same key gets the same response, with `Idempotency-Replayed: true`.
                 * @example 6f1d2c1e-8a54-4f0e-b7f5-3f1b6a0c2d4e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The `id` of the bulk send.
                 * @example 5
                 */
                bulkSendId: number;
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
                    "application/json": components["schemas"]["BulkSend"];
                };
            };
        };
    };
    bulkSendsResume: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. For 24 hours after it has succeeded, the same request with the same key gets the same response, with `Idempotency-Replayed: true`.
                 * @example 6f1d2c1e-8a54-4f0e-b7f5-3f1b6a0c2d4e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The `id` of the bulk send.
                 * @example 5
                 */
                bulkSendId: number;
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
                    "application/json": components["schemas"]["BulkSend"];
                };
            };
        };
    };
    bulkSendsCancel: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. For 24 hours after it has succeeded, the same request with the same key gets the same response, with `Idempotency-Replayed: true`.
                 * @example 6f1d2c1e-8a54-4f0e-b7f5-3f1b6a0c2d4e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The `id` of the bulk send.
                 * @example 5
                 */
                bulkSendId: number;
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
                    "application/json": components["schemas"]["BulkSend"];
                };
            };
        };
    };
    bulkSendsRetry: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. For 24 hours after it has succeeded, the same request with the same key gets the same response, with `Idempotency-Replayed: true`.
                 * @example 6f1d2c1e-8a54-4f0e-b7f5-3f1b6a0c2d4e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The `id` of the bulk send.
                 * @example 5
                 */
                bulkSendId: number;
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
                    "application/json": components["schemas"]["BulkSend"];
                };
            };
        };
    };
    bulkRowsErrors: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of the bulk send.
                 * @example 5
                 */
                bulkSendId: number;
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
                    "text/csv": string;
                };
            };
        };
    };
    bulkRowsResults: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of the bulk send.
                 * @example 5
                 */
                bulkSendId: number;
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
                    "text/csv": string;
                };
            };
        };
    };
    rowsFileExample: {
        parameters: {
            query?: {
                /**
                 * @description Number of a published version; the latest by default.
                 * @example 1
                 */
                version?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The `id` of the template.
                 * @example 12
                 */
                templateId: number;
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
                    "text/csv": string;
                };
            };
        };
    };
    identityVerificationsList: {
        parameters: {
            query?: {
                /**
                 * @description The number of the page, from 1.
                 * @example 2
                 */
                page?: number;
                /**
                 * @description The maximum number of entries on a page.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description Only those with this status.
                 * @example completed
                 */
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
                /**
                 * @description Makes the request safe to repeat. For 24 hours after it has succeeded, the same request with the same key gets the same response, with `Idempotency-Replayed: true`.
                 * @example 6f1d2c1e-8a54-4f0e-b7f5-3f1b6a0c2d4e
                 */
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
                /**
                 * @description The `ETag` of an earlier response: if it is still current, the response is 304 without a body.
                 * @example "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is"
                 */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description The `id` of the verification.
                 * @example 815
                 */
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
                /**
                 * @description Makes the request safe to repeat. For 24 hours after it has succeeded, the same request with the same key gets the same response, with `Idempotency-Replayed: true`.
                 * @example 6f1d2c1e-8a54-4f0e-b7f5-3f1b6a0c2d4e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The `id` of the verification.
                 * @example 815
                 */
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
                /**
                 * @description The `ETag` of an earlier response: if it is still current, the response is 304 without a body.
                 * @example "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is"
                 */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description The `id` of the verification.
                 * @example 815
                 */
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
                /**
                 * @description An event type; the page is empty if it never fired.
                 * @example signature.completed
                 */
                event?: string;
                /**
                 * @description Only those with this status.
                 * @example success
                 */
                status?: "failed" | "pending" | "success";
                /**
                 * @description The maximum number of entries on a page.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description How many entries to skip before the page.
                 * @example 50
                 */
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
                /**
                 * @description Makes the request safe to repeat. For 24 hours after it has succeeded, the same request with the same key gets the same response, with `Idempotency-Replayed: true`.
                 * @example 6f1d2c1e-8a54-4f0e-b7f5-3f1b6a0c2d4e
                 */
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
            header?: {
                /**
                 * @description The `ETag` of an earlier response: if it is still current, the response is 304 without a body.
                 * @example "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is"
                 */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description The `id` in the response that began the replay.
                 * @example 6f1d2c1e-8a54-4f0e-b7f5-3f1b6a0c2d4e
                 */
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
                /**
                 * @description Makes the request safe to repeat. For 24 hours after it has succeeded, the same request with the same key gets the same response, with `Idempotency-Replayed: true`.
                 * @example 6f1d2c1e-8a54-4f0e-b7f5-3f1b6a0c2d4e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The `id` of the delivery's record, not its `webhookId`.
                 * @example 6f1d2c1e-8a54-4f0e-b7f5-3f1b6a0c2d4e
                 */
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
                /**
                 * @description The `next` of an earlier response; without it, the page begins with the oldest event that is kept.
                 * @example MS4zLjA
                 */
                after?: string;
                /**
                 * @description Event types, separated by commas; all by default.
                 * @example signature.completed,signature.rejected
                 */
                types?: string;
                /**
                 * @description The maximum number of entries on a page.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description Seconds to wait for an event if there is none yet.
                 * @example 20
                 */
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
  signatureFormsGet: { method: 'GET', path: '/api/v1/signatures/{signatureId}/form' },
  signatureFormsDefine: { method: 'PUT', path: '/api/v1/signatures/{signatureId}/form' },
  signatureFormsRemove: { method: 'DELETE', path: '/api/v1/signatures/{signatureId}/form' },
  signatureFormsFill: { method: 'PUT', path: '/api/v1/signatures/{signatureId}/form/values' },
  signatureFormsResults: { method: 'GET', path: '/api/v1/signatures/{signatureId}/form-data' },
  signatureAttachmentsList: { method: 'GET', path: '/api/v1/signatures/{signatureId}/attachments' },
  signatureAttachmentsDownload: { method: 'GET', path: '/api/v1/signatures/{signatureId}/attachments/{fileId}' },
  formImportsImport: { method: 'POST', path: '/api/v1/signatures/{signatureId}/form/import' },
  recipientsList: { method: 'GET', path: '/api/v1/signatures/{signatureId}/recipients' },
  recipientsAdd: { method: 'POST', path: '/api/v1/signatures/{signatureId}/recipients' },
  recipientsRemind: { method: 'POST', path: '/api/v1/signatures/{signatureId}/recipients/{recipientId}/remind' },
  recipientsChangeEmail: { method: 'PATCH', path: '/api/v1/signatures/{signatureId}/recipients/{recipientId}' },
  recipientsRemove: { method: 'DELETE', path: '/api/v1/signatures/{signatureId}/recipients/{recipientId}' },
  requestDocumentsList: { method: 'GET', path: '/api/v1/signatures/{signatureId}/documents' },
  requestDocumentsArchive: { method: 'GET', path: '/api/v1/signatures/{signatureId}/documents/archive' },
  requestDocumentsOriginal: { method: 'GET', path: '/api/v1/signatures/{signatureId}/documents/{n}' },
  requestDocumentsUpload: { method: 'PUT', path: '/api/v1/signatures/{signatureId}/documents/{n}' },
  requestDocumentsRename: { method: 'PATCH', path: '/api/v1/signatures/{signatureId}/documents/{n}' },
  requestDocumentsRemove: { method: 'DELETE', path: '/api/v1/signatures/{signatureId}/documents/{n}' },
  requestDocumentsListFields: { method: 'GET', path: '/api/v1/signatures/{signatureId}/documents/{n}/fields' },
  requestDocumentsPlaceFields: { method: 'PUT', path: '/api/v1/signatures/{signatureId}/documents/{n}/fields' },
  requestDocumentsSigned: { method: 'GET', path: '/api/v1/signatures/{signatureId}/documents/{n}/signed' },
  templateArchivesExport: { method: 'GET', path: '/api/v1/templates/{templateId}/export' },
  templateArchivesImport: { method: 'POST', path: '/api/v1/templates/import' },
  templatesList: { method: 'GET', path: '/api/v1/templates' },
  templatesCreate: { method: 'POST', path: '/api/v1/templates' },
  templatesGet: { method: 'GET', path: '/api/v1/templates/{templateId}' },
  templatesDescribe: { method: 'PATCH', path: '/api/v1/templates/{templateId}' },
  templatesArchive: { method: 'DELETE', path: '/api/v1/templates/{templateId}' },
  templatesDuplicate: { method: 'POST', path: '/api/v1/templates/{templateId}/duplicate' },
  templatesDefinition: { method: 'GET', path: '/api/v1/templates/{templateId}/definition' },
  templatesReplaceDefinition: { method: 'PUT', path: '/api/v1/templates/{templateId}/definition' },
  templateDocumentsPut: { method: 'PUT', path: '/api/v1/templates/{templateId}/documents/{n}' },
  templateDocumentsRemove: { method: 'DELETE', path: '/api/v1/templates/{templateId}/documents/{n}' },
  templateDocumentsImportForm: { method: 'POST', path: '/api/v1/templates/{templateId}/documents/{n}/form/import' },
  templateVersionsPublish: { method: 'POST', path: '/api/v1/templates/{templateId}/publish' },
  templateVersionsList: { method: 'GET', path: '/api/v1/templates/{templateId}/versions' },
  templateVersionsGet: { method: 'GET', path: '/api/v1/templates/{templateId}/versions/{version}' },
  templateVersionsDifferences: { method: 'GET', path: '/api/v1/templates/{templateId}/versions/{version}/differences/{other}' },
  templateVersionsDocument: { method: 'GET', path: '/api/v1/templates/{templateId}/versions/{version}/documents/{n}' },
  templateVersionsValuesSchema: { method: 'GET', path: '/api/v1/templates/{templateId}/values-schema' },
  templateSendingSend: { method: 'POST', path: '/api/v1/templates/{templateId}/send' },
  templateSendingDraft: { method: 'POST', path: '/api/v1/templates/{templateId}/drafts' },
  requestTemplatesGet: { method: 'GET', path: '/api/v1/signatures/{signatureId}/template' },
  requestTemplatesSave: { method: 'POST', path: '/api/v1/signatures/{signatureId}/template' },
  bulkSendsList: { method: 'GET', path: '/api/v1/bulk-sends' },
  bulkSendsCreate: { method: 'POST', path: '/api/v1/bulk-sends' },
  bulkSendsGet: { method: 'GET', path: '/api/v1/bulk-sends/{bulkSendId}' },
  bulkSendsRows: { method: 'GET', path: '/api/v1/bulk-sends/{bulkSendId}/rows' },
  bulkRowsPut: { method: 'PUT', path: '/api/v1/bulk-sends/{bulkSendId}/rows' },
  bulkSendsStart: { method: 'POST', path: '/api/v1/bulk-sends/{bulkSendId}/start' },
  bulkSendsPause: { method: 'POST', path: '/api/v1/bulk-sends/{bulkSendId}/pause' },
  bulkSendsResume: { method: 'POST', path: '/api/v1/bulk-sends/{bulkSendId}/resume' },
  bulkSendsCancel: { method: 'POST', path: '/api/v1/bulk-sends/{bulkSendId}/cancel' },
  bulkSendsRetry: { method: 'POST', path: '/api/v1/bulk-sends/{bulkSendId}/retry' },
  bulkRowsErrors: { method: 'GET', path: '/api/v1/bulk-sends/{bulkSendId}/errors.csv' },
  bulkRowsResults: { method: 'GET', path: '/api/v1/bulk-sends/{bulkSendId}/results.csv' },
  rowsFileExample: { method: 'GET', path: '/api/v1/templates/{templateId}/rows.csv' },
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
  | 'approver_is_signer'
  | 'body_too_large'
  | 'bulk_cancelled'
  | 'bulk_ceiling'
  | 'bulk_finished'
  | 'bulk_not_paused'
  | 'bulk_not_running'
  | 'bulk_running'
  | 'bulk_started'
  | 'busy'
  | 'calculation_circular'
  | 'calculation_not_recognized'
  | 'calculation_operand_unknown'
  | 'cells_not_kept'
  | 'column_missing'
  | 'column_repeated'
  | 'column_unknown'
  | 'columns_repeated'
  | 'columns_too_many'
  | 'condition_cycle'
  | 'condition_invalid'
  | 'condition_kind'
  | 'condition_on_signature'
  | 'condition_refers_later'
  | 'condition_unknown_field'
  | 'cursor_expired'
  | 'database_unavailable'
  | 'delimiter_contradicted'
  | 'delimiter_unclear'
  | 'delivery_pending'
  | 'document_ambiguous'
  | 'document_certified'
  | 'document_changed'
  | 'document_converter_missing'
  | 'document_empty'
  | 'document_field_contradicts'
  | 'document_field_undrawable'
  | 'document_gone'
  | 'document_has_external_content'
  | 'document_has_import_action'
  | 'document_has_javascript'
  | 'document_has_launch_action'
  | 'document_has_network_path'
  | 'document_has_program'
  | 'document_has_rich_media'
  | 'document_has_script_link'
  | 'document_has_submit_action'
  | 'document_has_text_tags'
  | 'document_is_portfolio'
  | 'document_locked'
  | 'document_n_gap'
  | 'document_password_protected'
  | 'document_prints_differently'
  | 'document_signed_no_fields'
  | 'document_signed_redrawn'
  | 'document_signed_unchangeable'
  | 'document_signed_unextendable'
  | 'document_too_complex'
  | 'document_too_large'
  | 'document_too_many_pages'
  | 'document_type_unsupported'
  | 'document_unreadable'
  | 'document_unsealable'
  | 'document_xfa_unsupported'
  | 'documents_too_large'
  | 'email_taken'
  | 'encoding_contradicted'
  | 'encoding_unclear'
  | 'encoding_wrong'
  | 'endpoint_disabled'
  | 'entry_does_not_fit'
  | 'entry_out_of_range'
  | 'entry_too_few'
  | 'entry_too_many'
  | 'events_removed'
  | 'field_key_repeated'
  | 'field_kind_unknown'
  | 'field_options_missing'
  | 'field_signer_unknown'
  | 'fields_overlap'
  | 'file_missing'
  | 'file_too_large'
  | 'form_already_set'
  | 'form_has_no_fields'
  | 'form_signed'
  | 'form_too_large'
  | 'form_xfa_dynamic'
  | 'format_not_kept'
  | 'formula_cycle'
  | 'formula_invalid'
  | 'formula_refers_later'
  | 'header_invalid'
  | 'idempotency_key_in_use'
  | 'idempotency_key_reused'
  | 'malformed_json'
  | 'malformed_multipart'
  | 'member_invalid'
  | 'member_missing'
  | 'member_unknown'
  | 'missing_scope'
  | 'name_of_two_kinds'
  | 'no_webhook_address'
  | 'not_a_draft'
  | 'not_ready'
  | 'not_sent'
  | 'not_their_turn'
  | 'option_empty'
  | 'option_repeated'
  | 'option_unknown'
  | 'option_without_place'
  | 'parts_differ'
  | 'pattern_invalid'
  | 'payload_too_large'
  | 'percent_in_hundredths'
  | 'place_clipped'
  | 'place_covered'
  | 'place_enlarged'
  | 'place_hidden'
  | 'place_not_on_page'
  | 'place_outside_page'
  | 'place_rotated'
  | 'place_trimmed'
  | 'processes_outdated'
  | 'range_not_satisfiable'
  | 'recipient_acted'
  | 'recipient_action_unknown'
  | 'recipient_copies_only'
  | 'recipient_repeated'
  | 'recipient_required'
  | 'recipient_when_invalid'
  | 'removed_by_retention'
  | 'report_not_available'
  | 'request_closed'
  | 'rich_text_as_plain'
  | 'role_email_repeated'
  | 'role_missing'
  | 'role_order_contradicted'
  | 'role_repeated'
  | 'role_signer_unknown'
  | 'role_unknown'
  | 'role_without_fields'
  | 'rows_invalid'
  | 'rows_missing'
  | 'rows_mixed'
  | 'rows_repeated'
  | 'rows_replaced'
  | 'rows_too_many'
  | 'rows_unreadable'
  | 'scheduled_after_expiry'
  | 'script_not_recognized'
  | 'script_unsupported'
  | 'several_documents'
  | 'signer_already_signed'
  | 'signer_rejected'
  | 'storage_full'
  | 'storage_unavailable'
  | 'template_archive_invalid'
  | 'template_archive_too_large'
  | 'template_archived'
  | 'template_changed'
  | 'template_document_missing'
  | 'template_document_number'
  | 'template_empty'
  | 'template_fields_on_document'
  | 'template_not_published'
  | 'template_not_sendable'
  | 'template_version_unknown'
  | 'too_many_documents'
  | 'too_many_fields'
  | 'too_many_files'
  | 'too_many_recipients'
  | 'unsupported_media_type'
  | 'use_document'
  | 'validation_failed'
  | 'value_hidden'
  | 'value_invalid'
  | 'value_missing'
  | 'value_not_a_date'
  | 'value_not_a_number'
  | 'value_not_in_options'
  | 'value_too_long'
  | 'value_unknown'
  | 'value_unknown_field'
  | 'verification_open'
  | 'widget_in_two_fields';
