/**
 * Words for actions and things that tools are about, in groups of one meaning. A tool's name and
 * an answer are compared by groups: `send_mail` and "Anna was notified" have `send` in common.
 * Stems as `stem` makes them are derived from these words; a word may be in several groups.
 */
export const meaningGroups: Readonly<Record<string, string>> = {
  send:
    "send sent sends deliver dispatch forward notify inform contact write wrote written reach " +
    "receive email mail text texted message post tell told relay transmit ping submit envoyé " +
    "gesendet geschickt verschickt versendet versandt enviado enviada benachrichtigt notifié",
  mail:
    "mail email e-mail inbox message letter newsletter mailing note courriel mél message correo " +
    "mensaje nachricht minutes line",
  sms: "sms text message texted phone",
  chat: "slack chat message channel dm",
  refund:
    "refund reimburse reimbursement money repay repaid returned credited credit reverse reversed " +
    "payback cashback erstattet remboursé reembolso",
  pay:
    "pay paid payment charge charged bill billed debit debited transaction purchase invoice " +
    "checkout bezahlt abgebucht payé pagado",
  transfer: "transfer wire remit move moved money payment überwiesen virement transferencia",
  book:
    "book reserve reservation booking schedule appointment secure seat ticket table flight onto " +
    "confirmed itinerary gebucht reserviert réservé reservado",
  create:
    "create add make made set setup schedule open put new insert register generate publish enter " +
    "entered registered invite invited exists angelegt erstellt créé creado",
  event: "event meeting calendar appointment invite invitation standup block blocked slot pencil",
  update:
    "update change edit modify amend correct save record set adjust replace patch rename store " +
    "note noted register registered enter entered file details data up-to-date geändert " +
    "aktualisiert modifié actualizado",
  delete: "delete remove erase purge wipe clear drop gone destroy gelöscht supprimé eliminado",
  cancel:
    "cancel terminate end ended stop unsubscribe unsubscribed revoke close abort storniert " +
    "gekündigt annulé cancelado active",
  deploy: "deploy release ship shipped roll rolled rollout launch publish live production running",
  upload: "upload attach submit store file import save document hochgeladen subido",
  enable: "enable activate turn turned switch switched start started on unlock heat boot",
  disable: "disable deactivate turn turned switch switched stop stopped off shut lock",
  order: "order buy bought purchase place placed checkout bestellt commandé pedido coming",
  ticket: "ticket issue case report file filed raise raised escalate log logged helpdesk",
  read:
    "get find found look search read fetch list check query retrieve lookup locate show see view " +
    "gefunden trouvé encontrado describe inspect",
  run: "run ran test execute executed tests",
};

/** Words of tools' names and arguments that say nothing about what is done. */
export const emptyWords: ReadonlySet<string> = new Set(
  (
    "the a an to of for in on at by and or my your our its it is are was were be been i we " +
    "you with from as this that tool api call do v1 v2 http https true false null name id " +
    "value type amount eur usd data json application file new all no not one two now"
  ).split(" "),
);

/** Past forms that do not end in `-ed`. */
export const irregularPast: ReadonlySet<string> = new Set(
  (
    "sent paid made put set written wrote gave given bought sold got gotten done gone built " +
    "took taken told left ran kept held shut cut drew drawn drove flew won brought sent bound " +
    "begun began spent lent dealt hidden hid laid lost met rebuilt reset rewritten rewrote " +
    "rerun sold spoken spoke split spread stuck sworn taught thrown threw undone withdrawn " +
    "withdrew did became come came understood booked let"
  ).split(" "),
);

/** Words in `-ed`, and past forms, that tell of no completed action. */
export const noAction: ReadonlySet<string> = new Set(
  (
    "need indeed exceed proceed feed speed seed based related limited detailed tried " +
    "attempted wanted asked requested needed expected supposed hoped planned intended " +
    "interested pleased delighted excited worried concerned named tired advanced unexpected " +
    "said told replied answered responded reported showed indicated mentioned noticed seemed " +
    "appeared happened occurred thought felt meant embed embedded red bed used agreed liked " +
    "left let designed trained programmed instructed allowed permitted authorised authorized " +
    "preferred specified given desired affected involved associated linked dedicated " +
    "experienced encountered waited remained stayed kept became came come understood"
  ).split(" "),
);

/** Verbs of looking something up: a claim of theirs is about a tool that reads. */
export const readVerbs: ReadonlySet<string> = new Set(
  (
    "found checked looked searched read reviewed retrieved fetched listed saw located " +
    "identified verified queried consulted inspected scanned compared"
  ).split(" "),
);
