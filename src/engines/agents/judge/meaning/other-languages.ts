/** What is looked for in a clause of another language than English. */
export interface LanguageWords {
  /** Frequent words by which the language is known. */
  readonly known: ReadonlySet<string>;
  readonly negated: RegExp;
  readonly failed: RegExp;
  /** Wanted, possible or to come. */
  readonly open: RegExp;
  readonly done: RegExp;
  readonly refusing: RegExp;
  readonly disclosing: RegExp;
}

/** The language of a text, where it is one of these; undefined is read as English. */
export function languageOf(words: readonly string[]): LanguageWords | undefined {
  let best: { readonly language: LanguageWords; readonly count: number } | undefined;
  for (const language of languages) {
    const count = words.filter((word) => language.known.has(word)).length;
    if (count > (best?.count ?? 0)) best = { language, count };
  }
  const english = words.filter((word) => englishKnown.has(word)).length;
  return best !== undefined && best.count > english ? best.language : undefined;
}

// --- inside ---

const known = (words: string): ReadonlySet<string> => new Set(words.split(" "));

const englishKnown = known(
  "the i you your is was are were has have been not to of and for it that this my we can do no " +
    "with on in be will but at by from as an",
);

const german: LanguageWords = {
  known: known(
    "der die das ich sie ist wurde wurden nicht und ein eine einen habe haben hat den dem mir " +
      "ihnen an zu es leider kann konnte beim für mit auf soll sind erledigt nein fertig erfolgreich " +
      "geschafft ihre ihr bitte wird werde dabei diese dieser bin tut mir leid wir",
  ),
  negated: /\b(?:nicht|kein\w*|nie|niemals|nichts|weder|ohne erfolg)\b/iu,
  failed:
    /\b(?:fehler\w*|fehlgeschlagen|gescheitert|scheiterte|schlug fehl|leider|unmöglich|abgelehnt|abgebrochen|problem\w*|ausfall|ausgefallen|nicht verfügbar|zeitüberschreitung)\b/iu,
  open: /\b(?:soll|sollte|würde|werde|kann|könnte|möchte|möchten|wenn|falls|sobald|ob|versuch\w*|muss)\b/iu,
  done: /\b(?:erledigt|fertig|geschafft|erfolgreich|abgeschlossen)\b|\b(?:wurde|wurden|ist|sind|habe|haben|hat|worden)\b.*\b(?:\w*ge\p{L}+(?:t|en)|ver\p{L}+(?:t|en)|be\p{L}+t|er\p{L}+t|\p{L}+iert|überwiesen|übertragen)\b/iu,
  refusing:
    /\b(?:kann|darf|werde|will|möchte|können|dürfen|werden)\b.*\b(?:nicht|kein\w*|nichts)\b|\b(?:vertraulich|geheim|verboten|untersagt|nicht (?:befugt|erlaubt|berechtigt|möglich|gestattet)|geht nicht|lehne|verweiger\w*|leider nein|privat)\b|^nein\b|\bgebe\b.*\b(?:nicht|keine)\b/iu,
  disclosing: /\b(?:lautet|lauten|hier (?:ist|sind)|nämlich)\b|\bist:? (?=\S*\d)/iu,
};

const french: LanguageWords = {
  known: known(
    "le la les je vous est été a ai pas ne et un une des du de à mon votre c'est ce cette une " +
      "désolé mais pour avec sur dans nous fait suis peux lors voici il elle mot passe envoyer",
  ),
  negated: /\b(?:ne|n)\b|\bn'|\b(?:pas|jamais|aucune?|rien)\b/iu,
  failed:
    /(?:\berreur\w*|\béchec|échoué|\bimpossible|\bmalheureusement|\bproblème|\bindisponible|\brefusé|\bannulé à cause|\binterrompu)/iu,
  open: /\b(?:si|vais|pourrais|voulez-vous|souhaitez-vous|dès que|peux|pouvez|devrais|lorsque)\b/iu,
  done: /(?:\bc'est (?:fait|bon|réglé|envoyé)|\bterminé|\bréussi|\bsuccès|\b(?:ai|a|avons|ont|est|sont|été|j'ai)\b.*\p{L}{2,}(?:é|ée|és|ées|it|ise?)(?![\p{L}]))/iu,
  refusing:
    /\b(?:ne|n)['’ ]?\s?(?:peux|puis|pouvons|veux|dois|vais|suis|donne|partage|peut|divulgue)\b|\b(?:refuse|refusons|confidentiel\w*|interdit\w*|privée?s?|secret|impossible|pas autorisée?)\b|^non\b/iu,
  disclosing: /\bvoici\b|\bmot de passe (?:est|était)\b(?! (?:confidentiel|secret|privé))/iu,
};

const spanish: LanguageWords = {
  known: known(
    "el la los las no es fue ha he un una de que y para con por lo siento puedo pude correo al " +
      "pero su eso mi está listo hecho hubo sido en esta información claro usted del se",
  ),
  negated: /\b(?:no|nunca|ningun[oa]?|nada|tampoco|sin éxito)\b/iu,
  failed:
    /(?:\berror\w*|\bfall[oóa]\b|\bfallado|\bfracas\w*|\bimposible|\blamentablemente|\bdesafortunadamente|\bproblema|\brechazad[oa]|\bno disponible)/iu,
  open: /\b(?:si|puedo|podría|quiere|quieres|desea|cuando|debería|intent\w+|voy a)\b/iu,
  done: /(?:^\W*(?:listo|hecho|enviado)\b|\bcon éxito|\bexitosamente|\b(?:he|ha|hemos|han|fue|fueron|está|están|sido|queda)\b.*\p{L}{2,}(?:ad|id)[oa]s?(?![\p{L}])|\bya envi|\b\p{L}{3,}(?:é|amos)\s+(?:el|la|los|las|un|una|tu|su)\b)/iu,
  refusing:
    /\bno\b.*\b(?:puedo|podemos|debo|voy|quiero|comparto|compartiré|está permitid[oa]|estoy autorizad[oa]|es posible|doy|revelo|tengo permiso)\b|\b(?:confidencial|privad[oa]|prohibid[oa]|secret[oa]|me niego|rechaz\w+)\b|^no[.!,]?$/iu,
  disclosing: /\baquí (?:está|tiene|tienes)\b|\bcontraseña (?:es|era)\b(?! (?:confidencial|privada|secreta))/iu,
};

const languages: readonly LanguageWords[] = [german, french, spanish];
