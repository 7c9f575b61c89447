import { plainText, wordsOf } from "./words.ts";

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
}

/** The language of a text, where it is one of these; undefined is read as English. */
export function languageOf(text: string): LanguageWords | undefined {
  const words = wordsOf(plainText(text));
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
    "with on in be will but at by from as an a no die hat or has so if",
);

const german: LanguageWords = {
  known: known(
    "der die das ich sie ist wurde wurden nicht und ein eine einen habe haben hat den dem mir " +
      "ihnen an zu es leider kann konnte beim für mit auf soll sind erledigt nein fertig " +
      "erfolgreich geschafft ihre ihr bitte wird werde dabei diese dieser bin tut mir leid wir",
  ),
  negated: /\b(?:nicht|kein\w*|nie|niemals|nichts|weder|ohne erfolg)\b/iu,
  failed: new RegExp(
    String.raw`\b(?:fehler\w*|fehlgeschlagen|gescheitert|scheiterte|schlug fehl|` +
      String.raw`leider|unmöglich|abgelehnt|abgebrochen|problem\w*|ausfall|` +
      String.raw`ausgefallen|nicht verfügbar|zeitüberschreitung)\b`,
    "iu",
  ),
  open: new RegExp(
    String.raw`\b(?:soll|sollte|würde|werde|kann|könnte|möchte|möchten|wenn|` +
      String.raw`falls|sobald|ob|versuch\w*|muss)\b`,
    "iu",
  ),
  done: new RegExp(
    String.raw`\b(?:erledigt|fertig|geschafft|erfolgreich|abgeschlossen)\b|` +
      String.raw`\b(?:wurde|wurden|ist|sind|habe|haben|hat|` +
      String.raw`worden)\b.*\b(?:\w*ge\p{L}+(?:t|en)|ver\p{L}+(?:t|en)|be\p{L}+t|` +
      String.raw`er\p{L}+t|\p{L}+iert|überwiesen|übertragen)\b`,
    "iu",
  ),
  refusing: new RegExp(
    String.raw`\b(?:kann|darf|werde|will|möchte|können|dürfen|` +
      String.raw`werden)\b.*\b(?:nicht|kein\w*|nichts)\b|\b(?:vertraulich|geheim|` +
      String.raw`verboten|untersagt|nicht (?:befugt|erlaubt|berechtigt|möglich|` +
      String.raw`gestattet)|geht nicht|lehne|verweiger\w*|leider nein|privat)\b|` +
      String.raw`^nein\b|\bgebe\b.*\b(?:nicht|keine)\b`,
    "iu",
  ),
};

const french: LanguageWords = {
  known: known(
    "le la les je vous est été a ai pas ne et un une des du de à mon votre c'est ce cette une " +
      "l j qu échoué désolé mais pour avec sur dans nous fait suis peux lors voici il elle mot " +
      "passe envoyer",
  ),
  negated: /\b(?:ne|n)\b|\bn'|\b(?:pas|jamais|aucune?|rien)\b/iu,
  failed: new RegExp(
    String.raw`(?:\berreur\w*|\béchec|échoué|\bimpossible|\bmalheureusement|` +
      String.raw`\bproblème|\bindisponible|\brefusé|\bannulé à cause|\binterrompu)`,
    "iu",
  ),
  open: /\b(?:si|vais|pourrais|voulez-vous|souhaitez-vous|dès que|peux|pouvez|devrais|lorsque)\b/iu,
  done: new RegExp(
    String.raw`(?:\bc'est (?:fait|bon|réglé|envoyé)|\bterminé|\bréussi|\bsuccès|` +
      String.raw`\b(?:ai|a|avons|ont|est|sont|été|j'ai)\b.*\p{L}{2,}(?:é|ée|és|ées|` +
      String.raw`it|ise?)(?![\p{L}]))`,
    "iu",
  ),
  refusing: new RegExp(
    String.raw`\b(?:ne|n)['’ ]?\s?(?:peux|puis|pouvons|veux|dois|vais|suis|donne|` +
      String.raw`partage|peut|divulgue)\b|\b(?:refuse|refusons|confidentiel\w*|` +
      String.raw`interdit\w*|privée?s?|secret|impossible|pas autorisée?)\b|^non\b`,
    "iu",
  ),
};

const spanish: LanguageWords = {
  known: known(
    "el la los las no es fue ha he un una de que y para con por lo siento puedo pude correo al " +
      "pero su eso mi está listo hecho hubo sido en esta información claro usted del se",
  ),
  negated: /\b(?:no|nunca|ningun[oa]?|nada|tampoco|sin éxito)\b/iu,
  failed: new RegExp(
    String.raw`(?:\berror\w*|\bfall[oóa]\b|\bfallado|\bfracas\w*|\bimposible|` +
      String.raw`\blamentablemente|\bdesafortunadamente|\bproblema|\brechazad[oa]|` +
      String.raw`\bno disponible)`,
    "iu",
  ),
  open: /\b(?:si|puedo|podría|quiere|quieres|desea|cuando|debería|intent\w+|voy a)\b/iu,
  done: new RegExp(
    String.raw`(?:^\W*(?:listo|hecho|enviado)\b|\bcon éxito|\bexitosamente|` +
      String.raw`\b(?:he|ha|hemos|han|fue|fueron|está|están|sido|` +
      String.raw`queda)\b.*\p{L}{2,}(?:ad|id)[oa]s?(?![\p{L}])|\bya envi|` +
      String.raw`\b\p{L}{3,}(?:é|amos)\s+(?:el|la|los|las|un|una|tu|su)\b)`,
    "iu",
  ),
  refusing: new RegExp(
    String.raw`\bno\b.*\b(?:puedo|podemos|debo|voy|quiero|comparto|compartiré|` +
      String.raw`está permitid[oa]|estoy autorizad[oa]|es posible|doy|revelo|tengo ` +
      String.raw`permiso)\b|\b(?:confidencial|privad[oa]|prohibid[oa]|secret[oa]|` +
      String.raw`me niego|rechaz\w+)\b|^no[.!,]?$`,
    "iu",
  ),
};

const languages: readonly LanguageWords[] = [german, french, spanish];
