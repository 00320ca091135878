; Public signatures of Go. What the captures mean stands in ../language-file.ts.
;; language: Go
;; grammar tree-sitter-go: .go
;; joined-by: .
;; tests: **/*_test.go
;; quotes: " ' `
;; strings: interpreted_string_literal raw_string_literal rune_literal
;; brackets: parenthesized_type
;; operators: channel_type
;; operands: channel_type function_type
;; whole: type_identifier qualified_type generic_type pointer_type array_type slice_type map_type struct_type interface_type
;; moves: folder

; A name is public that begins with a capital letter; of Latin, Greek and Cyrillic ones with accents some small ones are taken for such.
((function_declaration name: (identifier) @name) @item (#match? @name "^[A-ZÀ-ÖØ-ÞĀ-ΫЀ-Я]"))
((method_declaration name: (field_identifier) @name) @item (#match? @name "^[A-ZÀ-ÖØ-ÞĀ-ΫЀ-Я]"))
((type_declaration (type_spec name: (_) @name) @part) @item (#match? @name "^[A-ZÀ-ÖØ-ÞĀ-ΫЀ-Я]"))
((type_declaration (type_alias name: (_) @name) @part) @item (#match? @name "^[A-ZÀ-ÖØ-ÞĀ-ΫЀ-Я]"))
((const_spec (identifier) @name @part) @item (#match? @name "^[A-ZÀ-ÖØ-ÞĀ-ΫЀ-Я]"))
((var_spec (identifier) @name @part) @item (#match? @name "^[A-ZÀ-ÖØ-ÞĀ-ΫЀ-Я]"))
((field_declaration (field_identifier) @name @part) @item (#match? @name "^[A-ZÀ-ÖØ-ÞĀ-ΫЀ-Я]"))
((field_declaration !name type: [(type_identifier) (qualified_type)] @name) @item)
((method_elem name: (field_identifier) @name) @item (#match? @name "^[A-ZÀ-ÖØ-ÞĀ-ΫЀ-Я]"))
((type_spec name: (_) @_n) @private (#not-match? @_n "^[A-ZÀ-ÖØ-ÞĀ-ΫЀ-Я]"))

; Of several names each stands by itself.
(const_declaration "const" @lead) @scope
(var_declaration "var" @lead) @scope
([(const_spec (identifier) @cut) (var_spec (identifier) @cut) (field_declaration (field_identifier) @cut)] (#not-match? @cut "^[A-ZÀ-ÖØ-ÞĀ-ΫЀ-Я]"))
[(const_spec "," @cut) (var_spec "," @cut) (field_declaration "," @cut)]

; A method belongs to the type of its receiver.
(method_declaration receiver: (parameter_list (parameter_declaration type: [
  (type_identifier) @name
  (generic_type type: (type_identifier) @name)
  (pointer_type (type_identifier) @name)
  (pointer_type (generic_type type: (type_identifier) @name))]))) @scope
((method_declaration receiver: (parameter_list (parameter_declaration type: [
  (type_identifier) @_n
  (generic_type type: (type_identifier) @_n)
  (pointer_type (type_identifier) @_n)
  (pointer_type (generic_type type: (type_identifier) @_n))]))) @private (#not-match? @_n "^[A-ZÀ-ÖØ-ÞĀ-ΫЀ-Я]"))
(type_spec name: (_) @name type: [(struct_type) (interface_type)]) @scope

; Embedded types and constraints stay in the signature of their type; the rest are members of their own.
(type_spec type: (struct_type (field_declaration_list) @cut))
(type_spec type: (interface_type (method_elem) @cut))
(function_declaration body: (_) @body)
(method_declaration body: (_) @body)
(func_literal body: (_) @body)
(const_spec "=" @cut value: (_) @cut)
(var_spec "=" @cut value: (_) @body)
(field_declaration tag: (_) @cut)

; What a parameter or a result is called: of several names each has the type.
(parameter_declaration name: (_) @aside)
(variadic_parameter_declaration name: (_) @aside)
(parameter_declaration "," type: (_)) @repeated

; What is written in one of several ways that mean the same.
(type_declaration ["(" ")"] @cut)
(_ result: (parameter_list . "(" @cut . (parameter_declaration !name) . ")" @cut .))
(_ result: (parameter_list . "(" @aside . (parameter_declaration . name: (_) . type: (_) .) . ")" @aside .))
(field_declaration_list) @separated
(interface_type) @separated
