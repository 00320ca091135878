; Public signatures of Rust. What the captures mean stands in ../language-file.ts.
;; language: Rust
;; grammar tree-sitter-rust: .rs
;; joined-by: ::
;; quotes: "
;; strings: string_literal raw_string_literal char_literal
;; tuple: tuple_type
;; tests: **/tests/** **/benches/** **/examples/**

; What is public without a limit.
((function_item (visibility_modifier) @_v name: (_) @name) @item (#eq? @_v "pub"))
((function_signature_item (visibility_modifier) @_v name: (_) @name) @item (#eq? @_v "pub"))
((struct_item (visibility_modifier) @_v name: (_) @name) @item @scope (#eq? @_v "pub"))
((union_item (visibility_modifier) @_v name: (_) @name) @item @scope (#eq? @_v "pub"))
((enum_item (visibility_modifier) @_v name: (_) @name) @item @scope (#eq? @_v "pub"))
((trait_item (visibility_modifier) @_v name: (_) @name) @item @scope (#eq? @_v "pub"))
((mod_item (visibility_modifier) @_v name: (_) @name) @item @scope (#eq? @_v "pub"))
((const_item (visibility_modifier) @_v name: (_) @name) @item (#eq? @_v "pub"))
((static_item (visibility_modifier) @_v name: (_) @name) @item (#eq? @_v "pub"))
((type_item (visibility_modifier) @_v name: (_) @name) @item (#eq? @_v "pub"))
((field_declaration (visibility_modifier) @_v name: (_) @name) @item (#eq? @_v "pub"))

; What it hands on from others, each by itself.
((use_declaration (visibility_modifier) @_v argument: [(identifier) (scoped_identifier) (use_as_clause) (use_wildcard)] @name) @item (#eq? @_v "pub") (#set! prefix "use ") (#set! text name))
((use_declaration argument: (scoped_use_list path: (_) @name)) @scope (#set! prefix "use "))
(use_list (scoped_use_list path: (_) @name) @scope)
((use_list [(identifier) (self) (scoped_identifier) (use_as_clause) (use_wildcard)] @name @item) (#set! text name))
(use_declaration . argument: (_)) @private
((use_declaration (visibility_modifier) @_v) @private (#not-eq? @_v "pub"))
((attribute_item (attribute (identifier) @_a)) . (macro_definition name: (_) @name) @item (#eq? @_a "macro_export") (#set! prefix "macro ") (#set! global yes))

((extern_crate_declaration (visibility_modifier) @_v name: (_) @name) @item (#eq? @_v "pub"))

; Of these everything is as public as they are.
(enum_variant name: (_) @name) @item
(trait_item body: (declaration_list [
  (function_signature_item name: (_) @name)
  (function_item name: (_) @name)
  (const_item name: (_) @name)
  (associated_type name: (_) @name)] @item))

; What is written for a type belongs to it; a trait that it has is one thing.
(impl_item !trait type: [(type_identifier) @name (generic_type type: (type_identifier) @name)]) @scope
((impl_item !trait type_parameters: (_) @lead) @scope (#match? @lead ":"))
(impl_item !trait (where_clause) @lead) @scope
((impl_item trait: (_) @name) @item (#set! prefix "impl "))
(impl_item trait: (_) type: [(type_identifier) @name (generic_type type: (type_identifier) @name)] body: (_) @scope)
(impl_item trait: (_) type: [(type_identifier) (generic_type)] body: (declaration_list (type_item name: (_) @name) @item))
(impl_item body: (_) @cut)

(mod_item . name: (_)) @private
(struct_item . name: (_)) @private
(enum_item . name: (_)) @private
(trait_item . name: (_)) @private
((mod_item (visibility_modifier) @_v) @private (#not-eq? @_v "pub"))
((struct_item (visibility_modifier) @_v) @private (#not-eq? @_v "pub"))
((enum_item (visibility_modifier) @_v) @private (#not-eq? @_v "pub"))
((trait_item (visibility_modifier) @_v) @private (#not-eq? @_v "pub"))

; What a parameter is called and taken apart into, and whether it is changed inside; but not `self: Box<Self>`.
((parameter (mutable_specifier)? @aside pattern: _ @_p @aside ":" @aside) (#not-eq? @_p "self"))
((self_parameter (mutable_specifier) @aside) @_s (#match? @_s "^mut"))
; `extern` is `extern "C"`.
((extern_modifier (string_literal) @aside) (#eq? @aside "\"C\""))

(function_item body: (_) @body)
(closure_expression body: (_) @body)
(macro_definition (macro_rule) @cut)
(struct_item body: (field_declaration_list) @cut)
(union_item body: (_) @cut)
(enum_item body: (_) @cut)
(trait_item body: (_) @cut)
(mod_item body: (_) @cut)
(const_item "=" @cut value: (_) @cut)
(static_item "=" @cut value: (_) @cut)
